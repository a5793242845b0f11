import sprite from '../ui/icons.svg?raw';

/** What the prerendered pages bring along, for the development server, which renders in the browser alone. */
const { dataset } = document.documentElement;
dataset.user = String(localStorage.getItem('token') !== null);
dataset.theme = localStorage.getItem('theme') ?? undefined;
dataset.font = '1';
window.__callback = window.location.hash.slice(1);
document.body.insertAdjacentHTML('afterbegin', sprite.replace('<svg ', '<svg class="sprite" width="0" height="0" '));

await import('./main');
