/** The copy buttons on code blocks. A button is a live region too: screen readers announce its new word. */
export function enhanceCode() {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element && target.matches('.code__copy'))) return;
    const show = () => {
      target.textContent = 'Copied';
    };
    // Without HTTPS there is no clipboard, and a visitor may refuse it.
    navigator.clipboard?.writeText(target.nextElementSibling?.textContent ?? '').then(show, () => undefined);
  });
}
