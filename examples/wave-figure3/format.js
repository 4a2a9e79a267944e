function format(message) {
  return message.from + ': ' + message.text;
}
