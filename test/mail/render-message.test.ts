import { expect, test } from 'vitest';
import { languages } from '../../src/core/languages.ts';
import { bidsWords } from '../../src/auctions/bids/bid-words.ts';
import { destinationOf, renderMessage } from '../../src/auctions/mail/render-message.ts';
import { config, examples } from './example-facts.ts';

test.each(languages)('renders every message as text, in %s', async (language) => {
  const messages = Object.entries(examples).map(([name, facts]) => {
    const { subject, text } = renderMessage({ ...facts, language }, config);
    return `==== ${name}\nSubject: ${subject}\n\n${text}`.split('\n');
  });
  // The messages put the same lines together. English shows where, the other languages show each line once.
  const shown = language === 'en' ? withoutRepetitions(messages) : [...new Set(messages.flat())];
  await expect(shown.join('\n')).toMatchFileSnapshot(`messages/${language}.txt`);
});

/** The first message whole, and of each later one what is new. The beginnings of repeated lines stand between bars, in their place. */
function withoutRepetitions([first, ...others]: string[][]): string[] {
  const known = new Set(first);
  const shown = [...first!];
  for (const line of others.flat().filter((each) => each !== '')) {
    const last = shown.at(-1)!;
    if (!known.has(line)) shown.push(line);
    else if (last.startsWith('| ')) shown.splice(-1, 1, `${last} ${line.slice(0, 20)} |`);
    else shown.push(`| ${line.slice(0, 20)} |`);
    known.add(line);
  }
  return shown;
}

test('a message as HTML escapes what others have written, and has the color of the seller', async () => {
  const { html } = renderMessage(examples['won']!, config);
  expect(html).not.toContain('<1962>');
  expect(html).toContain('background:#7a3e1d');
  expect(html).toContain('<strong>Leipzig</strong>');
  await expect(html).toMatchFileSnapshot('messages/won-html.txt');
});

test('the links of a seller lead to the own pages: the auction, the keys, and the guide to endpoints', () => {
  const leadsTo = (name: string) => destinationOf(examples[name]!, 'https://auctions.example', 'token');
  for (const name of ['sold', 'unsold', 'capture failed', 'dispute open'])
    expect(leadsTo(name)).toBe(`https://auctions.example/seller/auctions/${examples[name]!.auctionId}`);
  expect(leadsTo('key issued')).toBe('https://auctions.example/seller/keys');
  expect(leadsTo('endpoint disabled')).toBe('https://auctions.example/docs/guides/webhooks');
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
  expect(text).toContain('Auction: A desk\n');
});

test('without a zone of the browser, the end is in UTC alone', () => {
  const { text } = renderMessage({ ...examples['placed']!, timeZone: null }, config);
  expect(text).toContain('Bidding ends: 1 Dec 2026, 19:30 UTC\n');
});

test('a value that people copy has no mark of direction, in text and in HTML', () => {
  for (const [name, facts] of Object.entries(examples)) {
    for (const language of languages) {
      const { text, html } = renderMessage({ ...facts, language, timeZone: null }, config);
      const values = text
        .split('\n')
        .filter((line) => /^[^:.]{1,40}: \S/.test(line) && !/UTC|\u2069 (?:has|hat|ha|وس)/.test(line));
      const cells = html.match(/<b><bdi>.*?<\/bdi><\/b>/g) ?? [];
      expect({ name, marked: [...values, ...cells].filter((each) => /[\u2066-\u2069]/.test(each)) }).toEqual({
        name,
        marked: [],
      });
    }
  }
});

test('no message shows an id in bold, and each has colors for a dark ground', () => {
  const html = Object.values(examples).map((facts) => renderMessage(facts, config).html);
  const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
  expect(html.filter((each) => new RegExp(`<span class="small"[^>]*>${id}</span>`).test(each))).not.toEqual([]);
  expect(html.filter((each) => new RegExp(`<b>(?:<bdi>)?${id}`).test(each))).toEqual([]);
  for (const each of html) {
    expect(each).toContain('<meta name="color-scheme" content="light dark">');
    expect(each).toContain(
      '@media (prefers-color-scheme:dark){.page{background:#151917!important;color:#e8ece9!important}',
    );
  }
});

test('no message shows the code of a refusal or of a dispute', () => {
  const codes = [...Object.keys(bidsWords.en.failures), 'a_code_of_tomorrow'];
  const ofCaptures = codes.map((reason) => ({ ...examples['capture failed']!, snapshot: { reason } }));
  for (const facts of [...ofCaptures, ...Object.values(examples)]) {
    for (const language of languages) {
      const { text } = renderMessage({ ...facts, language }, config);
      expect(
        text.split('\n').filter((line) => /\b[a-z]+_[a-z_]+\b|: (?:open|won|lost|inquiry|closed)$/.test(line)),
      ).toEqual([]);
    }
  }
});
