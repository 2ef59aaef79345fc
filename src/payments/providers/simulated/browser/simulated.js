// Writes a test card as it stands on the card, and leads from field to field. The fields work without it.

const typed = { cardNumber: '', cardExpiry: '' };

// The page shows the next step of its form in place. The server sends back no number that may be a real card's, so it is kept here.
document.addEventListener('page-swapped', () => {
  for (const name of Object.keys(typed)) {
    const field = document.getElementById(name);
    if (!field) typed[name] = '';
    else field.value ||= typed[name];
  }
});

document.addEventListener('input', ({ target }) => {
  if (target.name === 'cardNumber') groupDigits(target);
  if (target.name === 'cardExpiry') target.value = target.value.replace(/^(\d\d)(\d)/, '$1/$2');
  if (target.name in typed) typed[target.name] = target.value;
  const next = isComplete(target) ? target.closest('.field').nextElementSibling?.querySelector('input') : null;
  if (!next) return;
  next.focus();
  broughtTo = { field: next, at: performance.now() };
});

let broughtTo = null;

// A bidder who presses Tab at the same moment is there already.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Tab' || event.shiftKey || event.target !== broughtTo?.field || event.target.value) return;
  if (performance.now() - broughtTo.at < 1000) event.preventDefault();
  broughtTo = null;
});

/** Groups the digits of a card as they stand on it. The cursor keeps its place among the digits. */
function groupDigits(field) {
  const before = field.value.slice(0, field.selectionStart).replace(/\D/g, '').length;
  const digits = field.value.replace(/\D/g, '');
  field.parentElement.dataset.brand = brandOf(digits)?.name ?? '';
  const groups = /^3[47]/.test(digits) ? /^(\d{4})(\d{0,6})(\d*)$/ : /(\d{4})(?=\d)/g;
  const text = digits.replace(groups, (_, ...parts) =>
    parts.length > 3 ? parts.slice(0, 3).join(' ').trim() : `${parts[0]} `,
  );
  if (text === field.value || /[^\d ]/.test(field.value)) return;
  field.value = text;
  let position = 0;
  for (let seen = 0; seen < before; position += 1) if (/\d/.test(text[position])) seen += 1;
  field.setSelectionRange(position, position);
}

/** The next field follows by itself. */
function isComplete({ name, value, selectionStart }) {
  if (selectionStart !== value.length) return false;
  if (name === 'cardExpiry') return /^\d\d\/\d\d$/.test(value);
  if (name !== 'cardNumber') return false;
  const digits = value.replaceAll(' ', '');
  return digits.length === brandOf(digits)?.length;
}

// Cards of other brands have numbers of several lengths.
const brands = [
  { name: 'Visa', begins: /^4/, length: 16 },
  { name: 'Mastercard', begins: /^(5[1-5]|2[2-7])/, length: 16 },
  { name: 'American Express', begins: /^3[47]/, length: 15 },
];

function brandOf(digits) {
  return brands.find(({ begins }) => begins.test(digits));
}
