import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AuctionStage } from '../settlement/auction-stage.ts';
import { startMailService } from './mail-stage.ts';

// What the providers of mail report of an address.

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());

let stage: AuctionStage;
let names = 0;
let name: string;
let address: string;
beforeEach(async () => {
  stage = await mail.stage();
  name = `person-${(names += 1)}`;
  address = `${name}@example.com`;
  await mail.confirm(address);
});

const post = (report: object | string, token = 'a-token-of-the-bounces') => {
  const body = typeof report === 'string' ? report : JSON.stringify(report);
  return mail.service.request(`/mail-events/${token}`, { method: 'POST', body });
};

/** What becomes of the next message to the address. */
async function stateOfNext(): Promise<string> {
  await mail.bid(stage, name, 5_000);
  await mail.work();
  return (await mail.states(address)).join(', ');
}

test.each([
  ['Postmark', (email: string) => ({ RecordType: 'Bounce', Type: 'HardBounce', Email: email })],
  [
    'SendGrid',
    (email: string) => [
      { event: 'delivered', email: 'x@example.com' },
      { event: 'bounce', email },
    ],
  ],
  ['Mailgun', (email: string) => ({ 'event-data': { event: 'failed', severity: 'permanent', recipient: email } })],
  [
    'Amazon SES',
    (emailAddress: string) => ({
      Type: 'Notification',
      Message: JSON.stringify({
        notificationType: 'Bounce',
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
      }),
    }),
  ],
  [
    'Amazon SES with raw delivery',
    (emailAddress: string) => ({
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bouncedRecipients: [{ emailAddress, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
      },
      mail: {},
    }),
  ],
  [
    'Amazon SES, as an event with raw delivery',
    (emailAddress: string) => ({
      eventType: 'Bounce',
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] },
      mail: { timestamp: '2026-11-27T10:00:00Z' },
    }),
  ],
])('a report of %s ends messages to an address', async (_, report) => {
  const sent = report(address.toUpperCase());
  expect((await post(sent, 'a-token-of-somebody-else')).status).toBe(404);
  expect((await post(sent)).status).toBe(200);
  expect(await stateOfNext()).toBe('dropped bounced');
});

/** By a block list, because of the sender, and by a full mailbox. */
const refusals = [
  '550 5.7.1 Service unavailable; client host [192.0.2.1] blocked using zen.spamhaus.org',
  '550 5.1.8 Sender address rejected: Domain not found',
  '552 5.2.2 Mailbox full',
];
test.each([
  ['Postmark', (Email: string, Details: string) => ({ RecordType: 'Bounce', Type: 'HardBounce', Email, Details })],
  ['SendGrid', (email: string, reason: string) => [{ event: 'bounce', type: 'bounce', email, reason }]],
  [
    'Mailgun',
    (recipient: string, message: string) => ({
      'event-data': { event: 'failed', severity: 'permanent', recipient, 'delivery-status': { code: 550, message } },
    }),
  ],
  [
    'Amazon SES',
    (emailAddress: string, diagnosticCode: string) => ({
      notificationType: 'Bounce',
      bounce: {
        bounceType: 'Permanent',
        bouncedRecipients: [{ emailAddress, diagnosticCode: `smtp; ${diagnosticCode}` }],
      },
    }),
  ],
])('a report of %s whose reply names the sender or a full mailbox ends nothing', async (_, report) => {
  for (const reply of refusals) expect((await post(report(address, reply))).status).toBe(200);
  expect(await stateOfNext()).toBe('sent');
});

test.each([
  ['a bounce that may pass', (email: string) => ({ RecordType: 'Bounce', Type: 'SoftBounce', Email: email })],
  ['a block', (email: string) => [{ event: 'bounce', type: 'blocked', email }]],
  ['a delay', (email: string) => ({ 'event-data': { event: 'failed', severity: 'temporary', recipient: email } })],
])('a report of %s ends nothing', async (_, report) => {
  expect((await post(report(address))).status).toBe(200);
  expect(await stateOfNext()).toBe('sent');
});

test('a report that nobody knows is refused', async () => {
  for (const body of ['{}', 'x', '[1]', '{"Type":"Notification","Message":"x"}']) {
    expect({ body, status: (await post(body)).status }).toEqual({ body, status: 400 });
  }
});
