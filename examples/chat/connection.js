// A WebSocket for JSON messages. What is sent before it is open waits.
export function connect(path, receive) {
  const url = new URL(path, location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.search = '';
  const socket = new WebSocket(url);
  const waiting = [];

  socket.addEventListener('open', () => {
    for (const message of waiting.splice(0)) socket.send(message);
  });
  socket.addEventListener('message', (event) => receive(JSON.parse(event.data)));

  return {
    send(message) {
      const words = JSON.stringify(message);
      if (socket.readyState === WebSocket.OPEN) socket.send(words);
      else waiting.push(words);
    },
  };
}
