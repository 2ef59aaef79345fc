import { expect, test } from 'vitest';
import { makeLog } from '../../src/start/make-log.ts';

function logged(fields: object, message: string): string {
  const lines: string[] = [];
  makeLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }).info(fields, message);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toHaveProperty('msg');
  return lines[0]!;
}

test.each([
  ['an API key', 'auc_live_3fK9xQabcdefghijklmnopqrstuvwxyz'],
  ['a secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a key of Stripe', 'sk_live_51Habcdefghijklmnop'],
  ['a client secret of Stripe', 'pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH'],
  ['a card', '4242 4242 4242 4242'],
  ['a card without spaces', '4000000000009995'],
  ['an American Express card', '378282246310005'],
  ['an e-mail address', 'ann.smith+bids@example.co.uk'],
  ['the password of a database', 'postgres://auctions:hunter2secret@db.internal/auctions'],
  ['a bearer token', 'Bearer scraper-token-of-prometheus'],
])('%s is nowhere in a line, whether in a field, in a message or in an error', (_, secret) => {
  const line = logged({ whatever: { deep: [secret] }, err: new Error(`because of ${secret}.`) }, `Got ${secret}`);
  const bare = secret.replace(/^(Bearer |postgres:\/\/auctions:)/, '').replace('@db.internal/auctions', '');
  expect(line).not.toContain(bare);
  expect(line).toContain('***');
});

test('what is named as a secret is left out, whatever it looks like', () => {
  const line = logged(
    { headers: { authorization: 'abc123', cookie: 'a=xyz789' }, secret: 'plain-secret', seller: { email: 'ann' } },
    'x',
  );
  expect(line).not.toMatch(/abc123|xyz789|plain-secret|"ann"/);
});

test('ids, instants, amounts and addresses of machines stay as they are', () => {
  const fields = {
    auctionId: '01890a5d-ac96-774b-bcce-b302099a8057',
    jobId: 'close-40000000-0000-4000-8000-424242424242-1763740800000',
    atMs: 1_763_740_800_000,
    valueInCents: 99_999_999,
    host: '10.1.2.3:5432',
    url: 'https://auctions.example/v1/auctions?limit=10',
  };
  expect(JSON.parse(logged(fields, 'x'))).toMatchObject(fields);
});
