/** Loads and mounts the price explorer where the page has one. */
export async function mountPriceExplorer() {
  const root = document.getElementById('price-explorer');
  if (root) (await import('./price-explorer')).mount(root);
}
