var thumbs;
function loadThumbs(name) {
  thumbs = [];
  var xhr = new XMLHttpRequest();
  xhr.onreadystatechange = function () {
    if (xhr.readyState === XMLHttpRequest.DONE) {
      thumbs = JSON.parse(xhr.responseText);
      showThumbs(name);
    }
  };
  xhr.open('GET', 'gallery?name=' + name, true);
  xhr.send(null);
}
function showThumbs(name) {
  container.innerHTML = '';
  for (var pos = 0; pos < thumbs.length; ++pos) {
    var figure = document.createElement('figure');
    var img = document.createElement('img');
    img.src = thumbs[pos].src;
    img.alt = thumbs[pos].title;
    figure.appendChild(img);
    figure.appendChild(document.createTextNode(thumbs[pos].title));
    container.appendChild(figure);
    var b = document.createElement('button');
    b.textContent = 'Delete';
    (function (pos) {
      b.addEventListener(
        'click', function (e) { deleteImg(name, pos); }, false);
    })(pos);
    container.appendChild(b);
  }
}
function deleteImg(name, pos) {
  var xhr = new XMLHttpRequest();
  xhr.onreadystatechange = function () {
    if (xhr.readyState === XMLHttpRequest.DONE && xhr.status === 200) {
      thumbs.splice(pos, 1);
      showThumbs(name);
    }
  };
  xhr.open('POST', 'gallery?action=delete&name=' + name +
    '&img=' + thumbs[pos].id, true);
  xhr.send(null);
}
