import { expect, test } from 'vitest';
import { accentColors, isReadableAccent } from '../../src/auctions/presentation/accent-color.ts';

// The contrast with the surface #e2f2ec is 4.54 for #6c6c6c and 4.34 for #6f6f6f.
test.each([
  ['#000000', true],
  ['#0b5d50', true],
  ['#6c6c6c', true],
  ['#6f6f6f', false],
  ['#ffd700', false],
  ['#ffffff', false],
])('%s can be read on the light page: %s', (color, isReadable) => {
  expect(isReadableAccent(color)).toBe(isReadable);
});

test('the dark page gets a lighter shade, and a color that can be read there stays', () => {
  const { light, dark } = accentColors('#1a237e');
  expect(light).toBe('#1a237e');
  const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const [before, after] = [channels(light), channels(dark)];
  expect(after.every((channel, index) => channel > before[index]!)).toBe(true);
  expect(accentColors('#ffd700').dark).toBe('#ffd700');
});
