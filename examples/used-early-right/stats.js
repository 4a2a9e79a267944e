'use strict';

// Counts what visitors look at, beginning with what they looked at before this script came.
var stats = {
  counts: {},
  count(name, link) {
    stats.counts[name] = (stats.counts[name] ?? 0) + 1;
    link.dataset.count = stats.counts[name];
  },
};

for (const [name, link] of earlier) stats.count(name, link);
