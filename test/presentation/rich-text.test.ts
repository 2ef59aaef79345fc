import { expect, test } from 'vitest';
import { renderRichText } from '../../src/auctions/presentation/rich-text.ts';

test('rendered texts are kept while they have few characters together, as the HTML of a text may have many times its own', () => {
  const first = renderRichText('An oak desk');
  expect(renderRichText('An oak desk')).toBe(first);
  for (let index = 0; index < 300; index += 1) renderRichText(`${index} ${'"'.repeat(4_990)}`);
  expect(renderRichText('An oak desk')).not.toBe(first);
});
