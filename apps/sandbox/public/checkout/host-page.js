/** Messages to and from the page that opened checkout. Other windows and origins are ignored. */
const pageOrigin = new URLSearchParams(location.search).get('page') ?? location.origin;
const listeners = new Map();

export function sendMessage(type, data) {
  parent.postMessage({ from: 'razorpay-sandbox', type, data }, pageOrigin);
}

export function onMessage(type, listener) {
  listeners.set(type, listener);
}

addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== pageOrigin || data?.from !== 'razorpay-sandbox') return;
  listeners.get(data.type)?.(data.data);
});
