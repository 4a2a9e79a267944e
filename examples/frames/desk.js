'use strict';

// Passes what the list of cities reports on to the forecast.
window.addEventListener('message', (event) => {
  if (event.origin !== location.origin || event.data.type !== 'weather') return;
  document.getElementById('status').textContent = `Updated with the report from ${event.data.report.station}`;
  document.getElementById('forecast').contentWindow.postMessage(
    { type: 'show', report: event.data.report }, location.origin);
});
