// Lengths of time in words: the server and the script of a page share this file.

/** Each with its seconds, and those of the next larger one. */
export const units = [
  ['day', 86_400, Infinity],
  ['hour', 3_600, 86_400],
  ['minute', 60, 3_600],
  ['second', 1, 60],
];

/** Makes the writers of lengths of time in a language. */
export function lengthsIn(numbers) {
  const relative = new Intl.RelativeTimeFormat(numbers, { style: 'short' });
  const counted = units.map(([unit, size, of]) => {
    const unitDisplay = unit === 'day' ? 'long' : 'short';
    return { size, of, number: new Intl.NumberFormat(numbers, { style: 'unit', unit, unitDisplay }) };
  });
  return {
    duration(milliseconds) {
      const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
      const largest = units.findIndex(([, size]) => seconds >= size || size === 1);
      const shown = counted.slice(largest, largest + 2);
      return shown.map(({ size, of, number }) => number.format(Math.floor((seconds % of) / size))).join(' ');
    },
    ago(milliseconds) {
      const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
      const [unit, size] = units.find(([, size]) => seconds >= size || size === 1);
      return relative.format(-Math.floor(seconds / size), unit);
    },
  };
}
