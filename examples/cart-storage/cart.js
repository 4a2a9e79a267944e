'use strict';

function loadCart() {
  return JSON.parse(localStorage.getItem('cart') || '[]');
}

function saveCart(cart) {
  localStorage.setItem('cart', JSON.stringify(cart));
}

async function addToCart(sku) {
  const cart = loadCart();
  const response = await fetch('offer?sku=' + encodeURIComponent(sku));
  const offer = await response.json();
  cart.push({ sku, price: offer.price, currency: offer.currency });
  saveCart(cart);
}

for (const button of document.querySelectorAll('[data-sku]')) {
  button.addEventListener('click', async () => {
    await addToCart(button.dataset.sku);
    button.textContent = 'In the cart';
    button.disabled = true;
  });
}

// What is in the cart from an earlier visit is not offered again.
for (const { sku } of loadCart()) {
  const button = document.querySelector(`[data-sku="${sku}"]`);
  button.textContent = 'In the cart';
  button.disabled = true;
}
