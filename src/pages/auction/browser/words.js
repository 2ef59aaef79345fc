import { lengthsIn } from './times.js';

// The words come in the page's language, and so do numbers and times. `{…}` stands for what is filled in.
export const words = JSON.parse(document.body.dataset.words);
const { lang } = document.documentElement;
const money = new Intl.NumberFormat(words.numbers, { style: 'currency', currency: 'USD' });
export const typedMoney = new Intl.NumberFormat(words.numbers, { minimumFractionDigits: 2, useGrouping: false });
export const dollars = (cents) => money.format(cents / 100) + words.afterMoney;
// The reader's own variant of the language, such as Austrian German.
export const dates = navigator.languages?.find((tag) => tag.split('-', 1)[0] === lang) ?? words.numbers;
export const fill = (text, values) => text.replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);

export const { ago, duration } = lengthsIn(words.numbers);

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
