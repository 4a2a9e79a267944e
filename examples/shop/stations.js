var filters = [];
var buttons = { wash: 'car-wash', diesel: 'diesel' };
var labels = { wash: 'Car wash', diesel: 'Diesel', store: 'Store', restroom: 'Restroom' };

function addRemoveFilter(filterId) {
  toggleFilter(filterId);
  document.getElementById('result').innerHTML = '';
  searchLocationsNearBy();
}

function toggleFilter(filterId) {
  var at = filters.indexOf(filterId);
  if (at === -1) {
    filters.push(filterId);
  } else {
    filters.splice(at, 1);
  }
  document.getElementById(buttons[filterId]).classList.toggle('active', at === -1);
}

function searchLocationsNearBy() {
  var xhr = new XMLHttpRequest();
  xhr.open('GET', 'stations?filter=' + encodeURIComponent(filters.join(',')), true);
  xhr.onload = function () {
    if (xhr.status === 200) {
      parseStationData(JSON.parse(xhr.responseText));
    } else {
      showProblem();
    }
  };
  xhr.onerror = showProblem;
  xhr.send();
}

function parseStationData(stations) {
  var htmls = [];
  for (var i = 0; i < stations.length; i++) {
    htmls.push(stationHtml(stations[i]));
  }
  document.getElementById('result').innerHTML =
    '<h2>' + stations.length + (stations.length === 1 ? ' station' : ' stations') + '</h2>' +
    htmls.join('<hr>');
}

function stationHtml(station) {
  var tags = station.tags.map(function (tag) {
    return '<span class="tag">' + labels[tag] + '</span>';
  });
  return '<div class="station"><div><p><b>' + station.name + '</b></p>' +
    '<p class="quiet">' + station.address + '</p><p>' + tags.join(' ') + '</p></div>' +
    '<p class="miles">' + station.miles.toFixed(1) + ' mi</p></div>';
}

function showProblem() {
  document.getElementById('result').innerHTML =
    '<p class="error">The stations could not be loaded. Please try again.</p>';
}

searchLocationsNearBy();
