// Loads the page again every second and replaces its live part if that has changed. Nothing moves while the box is empty.
const box = document.querySelector('.live input');
document.querySelector('.live').hidden = false;

setInterval(async () => {
  if (!box.checked || document.hidden) return;
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('#live');
  const current = document.querySelector('#live');
  // A focused link or button must not disappear under the reader.
  if (next && next.innerHTML !== current.innerHTML && !current.contains(document.activeElement))
    current.replaceWith(next);
}, 1_000);
