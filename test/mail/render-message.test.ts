import { expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { renderMessage } from '../../src/mail/render-message.ts';
import { config, examples } from './example-facts.ts';

test.each(languages)('every message as text, in %s', async (language) => {
  const texts = Object.entries(examples).map(([name, facts]) => {
    const { subject, text } = renderMessage({ ...facts, language }, config);
    return `==== ${name}\nSubject: ${subject}\n\n${text}`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot(`messages/${language}.txt`);
});

test('a message as HTML escapes what others have written, and has the colour of the seller', async () => {
  const { html } = renderMessage(examples['won']!, config);
  expect(html).not.toContain('<1962>');
  expect(html).toContain('background:#7a3e1d');
  expect(html).toContain('<strong>Leipzig</strong>');
  await expect(html).toMatchFileSnapshot('messages/won-html.txt');
});

test('no text of one language is left in another', () => {
  const linesOf = (language: (typeof languages)[number]) =>
    new Set(
      Object.values(examples).flatMap((facts) =>
        renderMessage({ ...facts, language, afterWinning: null, contact: null }, config).text.split('\n'),
      ),
    );
  const english = linesOf('en');
  for (const language of languages.filter((other) => other !== 'en')) {
    const same = [...linesOf(language)].filter((line) => english.has(line) && /\p{L}{4}/u.test(line));
    expect(same.filter((line) => !line.startsWith('https://'))).toEqual([]);
  }
});

test('a title that turns the direction of writing turns nothing after itself', () => {
  const { subject, text } = renderMessage({ ...examples['outbid']!, title: 'A \u202edesk\u2067' }, config);
  expect(subject).toBe('You have been outbid: A desk');
  expect(text).toContain('Auction: \u2068A desk\u2069\n');
});

test('without a zone of the browser, the end is in UTC alone', () => {
  const { text } = renderMessage({ ...examples['placed']!, timeZone: null }, config);
  expect(text).toContain('Bidding ends: 1 Dec 2026, 19:30 UTC\n');
});
