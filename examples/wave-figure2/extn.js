function fn() {
  document.getElementById('state').textContent = 'Sent to the printer: 1 page.';
}
