/** Form fields: digit grouping, one-click test input, errors. */
const field = (id) => document.getElementById(id);

export function startFields() {
  field('number').addEventListener('input', ({ target }) => {
    const digits = target.value.replace(/\D/g, '').slice(0, 19);
    // Only while typing at the end, so that the caret does not jump during corrections.
    if (target.selectionStart === target.value.length) target.value = digits.replace(/(.{4})(?=.)/g, '$1 ');
  });
  for (const button of document.querySelectorAll('[data-fill]')) button.addEventListener('click', () => fill(button));
}

function fill(button) {
  const form = button.form;
  form.querySelector('input').value = button.dataset.fill;
  if (form.id === 'card-form') {
    const nextYear = new Date().getFullYear() + 1;
    field('expiry').value = `12/${String(nextYear).slice(-2)}`;
    field('cvv').value = '123';
  }
  clearErrors();
  form.querySelector('.pay').focus();
}

/** Shows an error at its field, or below the form if it has no field. */
export function showError({ field: name, description }) {
  const message = name && field(`${name}-error`);
  if (!message) {
    field('problem').textContent = description;
    return;
  }
  message.textContent = description;
  field(name).setAttribute('aria-invalid', 'true');
  field(name).focus();
}

export function clearErrors() {
  for (const message of document.querySelectorAll('.error, .problem')) message.textContent = '';
  for (const input of document.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid');
}
