'use strict';

// Counts what visitors look at.
var stats = {
  counts: {},
  count(name, link) {
    stats.counts[name] = (stats.counts[name] ?? 0) + 1;
    link.dataset.count = stats.counts[name];
  },
};
