// Ends it on every page but /callback, which has nothing to tap.
// What is done to something that needs script brings the script, which then does it (app/first-tap.ts).
__taps = [];
for (const kind of ['pointerover', 'keydown', 'click', 'submit'])
  addEventListener(kind, (event) => {
    if (__taps && event.target.closest('[data-live],form')) {
      __taps.push(event);
      if (kind === 'submit') event.preventDefault();
      load();
    }
  });
