function fn() {
  document.getElementById('state').textContent = 'You are subscribed. The next issue comes on Friday.';
}
