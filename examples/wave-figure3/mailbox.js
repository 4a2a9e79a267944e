function newestMessage() {
  return { from: 'Harbour office', text: 'Berth 14 is yours from Monday.' };
}
