// The words come in the page's language, and so do numbers and times. `{…}` stands for what is filled in.
export const words = JSON.parse(document.body.dataset.words);
const { lang } = document.documentElement;
const money = new Intl.NumberFormat(words.numbers, { style: 'currency', currency: 'USD' });
export const typedMoney = new Intl.NumberFormat(words.numbers, { minimumFractionDigits: 2, useGrouping: false });
export const dollars = (cents) => money.format(cents / 100) + words.afterMoney;
// The reader's own variant of the language, such as Austrian German.
export const dates = navigator.languages?.find((tag) => tag.split('-', 1)[0] === lang) ?? words.numbers;
export const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);

const plural = new Intl.PluralRules(lang);
const relative = new Intl.RelativeTimeFormat(words.numbers, { style: 'short' });
const agoUnits = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** As the server writes it in locale.ts. */
export function ago(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [unit, size] = agoUnits.find(([, size]) => seconds >= size) ?? agoUnits.at(-1);
  return relative.format(-Math.floor(seconds / size), unit);
}

/** As the server writes it in locale.ts. */
export function duration(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor(seconds / 3600) % 24;
  const minutes = Math.floor(seconds / 60) % 60;
  const one = (text, n) => fill(text, { n });
  if (days > 0) return `${one(words.days[plural.select(days)] ?? words.days.other, days)} ${one(words.hours, hours)}`;
  if (hours > 0) return `${one(words.hours, hours)} ${one(words.minutes, minutes)}`;
  return minutes > 0
    ? `${one(words.minutes, minutes)} ${one(words.seconds, seconds % 60)}`
    : one(words.seconds, seconds);
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
