import { describe, expect, test } from 'vitest';
import { makeLog, readableLine } from '../../src/operations/start/make-log.ts';

function logged(fields: object, message: string): string {
  const lines: string[] = [];
  makeLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }).info(fields, message);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toHaveProperty('msg');
  return lines[0]!;
}

test.each([
  ['an API key', 'auc_live_3fK9xQabcdefghijklmnopqrstuvwxyz'],
  ["an operator's key", 'auc_admin_3fK9xQabcdefghijklmnopqrstuvwxyz'],
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

test('leaves out a field that is named as a secret, in every form', () => {
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

describe('a line for a terminal', () => {
  const time = new Date(2026, 10, 21, 9, 5, 7).getTime();

  test('says what was answered, and leaves out what the message says already', () => {
    const fields = {
      level: 30,
      time,
      pid: 1,
      hostname: 'desk',
      method: 'GET',
      route: '/v1/auctions',
      status: 200,
      ms: 3.4,
    };
    const line = JSON.stringify({ ...fields, requestId: 'r1', msg: 'GET /v1/auctions was answered 200 in 3 ms' });
    expect(readableLine(`${line}\n`)).toBe('09:05:07 INFO  GET /v1/auctions was answered 200 in 3 ms requestId=r1\n');
  });

  test('has the stack of an error below it', () => {
    const line = JSON.stringify({
      level: 50,
      time,
      err: { message: 'No.', stack: 'Error: No.\n    at x' },
      msg: 'It failed',
    });
    expect(readableLine(line)).toBe('09:05:07 ERROR It failed\n  Error: No.\n      at x\n');
  });

  test('keeps the text of another program unchanged', () => {
    expect(readableLine('not JSON\n')).toBe('not JSON\n');
  });

  test('has no secret', () => {
    const lines: string[] = [];
    const log = makeLog({ logLevel: 'info' }, { write: (line) => void lines.push(readableLine(line)) });
    log.info({ token: 'plain-secret' }, 'With auc_live_3fK9xQabcdefghijklmnopqrstuvwxyz');
    expect(lines.join()).toMatch(/With auc_live_\*\*\* token=\*\*\*\n$/);
  });
});
