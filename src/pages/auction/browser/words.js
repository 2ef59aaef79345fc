// The words come in the page's language, and so do numbers and times. `{…}` stands for what is filled in.
export const words = JSON.parse(document.body.dataset.words);
const { lang } = document.documentElement;
const money = new Intl.NumberFormat(words.numbers, { style: 'currency', currency: 'USD' });
export const typedMoney = new Intl.NumberFormat(words.numbers, { minimumFractionDigits: 2, useGrouping: false });
export const dollars = (cents) => money.format(cents / 100) + words.afterMoney;
// The reader's own variant of the language, such as Austrian German.
export const dates = navigator.languages?.find((tag) => tag.split('-', 1)[0] === lang) ?? words.numbers;
export const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);

const relative = new Intl.RelativeTimeFormat(words.numbers, { style: 'short' });
// As the server has them in locale.ts.
const units = [
  ['day', 86400, Infinity],
  ['hour', 3600, 86400],
  ['minute', 60, 3600],
  ['second', 1, 60],
].map(([unit, size, of]) => {
  const unitDisplay = unit === 'day' ? 'long' : 'short';
  return { unit, size, of, number: new Intl.NumberFormat(words.numbers, { style: 'unit', unit, unitDisplay }) };
});

export function ago(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const { unit, size } = units.find(({ size }) => seconds >= size || size === 1);
  return relative.format(-Math.floor(seconds / size), unit);
}

export function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const largest = units.findIndex(({ size }) => seconds >= size || size === 1);
  const shown = units.slice(largest, largest + 2);
  return shown.map(({ size, of, number }) => number.format(Math.floor((seconds % of) / size))).join(' ');
}

/** Puts the reader's own time, with the name of its zone, before each time in UTC; within a sentence, in its place. */
export function showLocalTimes(root) {
  const format = new Intl.DateTimeFormat(dates, {
    numberingSystem: 'latn',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  if (/^(UTC|GMT)$/.test(Intl.DateTimeFormat().resolvedOptions().timeZone)) return;
  // The style has kept room for it, so that nothing moves.
  for (const time of root.querySelectorAll('.when time:not(:has(.local))')) {
    const [local, utc] = [document.createElement('span'), document.createElement('span')];
    local.className = 'local';
    local.textContent = `${format.format(new Date(time.dateTime))} `;
    utc.className = 'utc';
    utc.append(...time.childNodes);
    time.append(local, utc);
  }
  for (const time of root.querySelectorAll('#ends time')) time.textContent = format.format(new Date(time.dateTime));
}
