import { afterAll, expect, test } from 'vitest';
import { doneBy, sellerBrowser, textOf } from '../seller-pages/seller-browser.ts';
import type { AuctionStage } from '../settlement/auction-stage.ts';
import { publicUrl } from '../support/service.ts';
import { startMailService } from './mail-stage.ts';

const mail = await startMailService();
afterAll(() => mail[Symbol.asyncDispose]());
const { service, server } = mail;
const { db } = service;

let names = 0;
const newAddress = () => `desk-${(names += 1)}@example.com`;
const confirmSubject = 'Confirm your address for messages';

async function setEmail({ seller }: AuctionStage, email: string | null): Promise<void> {
  const { body } = await seller.mutate('updateSellerProfile', { email }, 'sellerProfile { email emailState }');
  expect({ errors: body.errors, email: body.data?.updateSellerProfile.email }).toEqual({ email });
}

async function stateOf({ seller }: AuctionStage) {
  const { body } = await seller.graphql('{ sellerProfile { email emailState confirmedEmail } }');
  return body.data.sellerProfile as { email: string | null; emailState: string | null; confirmedEmail: string | null };
}

/** The paths of the links in the last message that asks to confirm an address. */
function linksTo(address: string) {
  const isAsked = ({ to, mail: { subject } }: (typeof server.received)[number]) =>
    to === address && subject === confirmSubject;
  const text = server.received.findLast(isAsked)!.mail.text!;
  const pathOf = (end: string) =>
    new RegExp(`https://auctions\\.test(/auctions/mail/[\\w.-]+${end})\n`).exec(text)![1]!;
  return { open: pathOf(''), unsubscribe: pathOf('/unsubscribe') };
}

const press = (path: string) => service.request(path, { method: 'POST', headers: { origin: publicUrl } });

/** Follows the link of the last message to an address, and presses the button of the page. */
async function confirmFrom(address: string) {
  const page = await service.request(linksTo(address).open);
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)![1]!;
  return { page, pressed: await press(action) };
}

async function sell(stage: AuctionStage): Promise<void> {
  await mail.bid(stage, `buyer-${(names += 1)}`, 5_000);
  await stage.settle();
  await mail.work();
}

test('an address gets messages about money alone until somebody has pressed the button behind its first message', async () => {
  const [stage, email] = [await mail.stage(), newAddress()];
  await service.db.query(`update api_keys set scopes = array_append(scopes, 'keys:write') where seller_id = $1`, [
    stage.seller.sellerId,
  ]);
  const issueKey = async () => {
    const { body } = await stage.seller.mutate('createKey', { scopes: ['AUCTIONS_READ'] }, 'apiKey { prefix }');
    expect(body.errors).toBeUndefined();
    await mail.work();
  };
  await setEmail(stage, email);
  expect(await stateOf(stage)).toEqual({ email, emailState: 'UNCONFIRMED', confirmedEmail: null });
  await issueKey();
  await sell(stage);
  expect(mail.arrived(email)).toEqual([confirmSubject, 'Sold for $50.00: A walnut desk']);
  const { text } = server.received.find(({ to }) => to === email)!.mail;
  expect(text).toContain('a profile at auctions.test');
  expect(text).not.toContain('A walnut desk');

  const page = await service.request(linksTo(email).open);
  expect({ status: page.status, names: page.text.includes(email) }).toEqual({ status: 200, names: true });
  expect((await stateOf(stage)).emailState).toBe('UNCONFIRMED');
  const { pressed } = await confirmFrom(email);
  expect({ status: pressed.status, says: textOf(pressed).includes('The address is confirmed') }).toEqual({
    status: 200,
    says: true,
  });
  expect(await stateOf(stage)).toEqual({ email, emailState: 'CONFIRMED', confirmedEmail: email });
  await issueKey();
  expect(mail.arrived(email).slice(2)).toEqual([expect.stringContaining('key')]);
});

test('a new address gets the messages of a seller once it is confirmed, and until then the address before it does', async () => {
  const [stage, first, second] = [await mail.stage(), newAddress(), newAddress()];
  await setEmail(stage, first);
  await mail.work();
  await confirmFrom(first);
  await setEmail(stage, second);
  expect(await stateOf(stage)).toEqual({ email: second, emailState: 'UNCONFIRMED', confirmedEmail: first });
  await sell(stage);
  expect(mail.arrived(first)).toEqual([confirmSubject, 'Sold for $50.00: A walnut desk']);
  expect(mail.arrived(second)).toEqual([confirmSubject]);
  await confirmFrom(second);
  await mail.change(stage, 'dispute');
  await mail.work();
  expect(mail.arrived(first)).toHaveLength(2);
  expect(mail.arrived(second)).toEqual([confirmSubject, expect.stringContaining('Dispute of $50.00')]);
  await setEmail(stage, null);
  expect(await stateOf(stage)).toEqual({ email: null, emailState: null, confirmedEmail: null });
});

test('a link confirms nothing once the profile names another address, and the unsubscribe link confirms nothing at all', async () => {
  const [stage, first, second] = [await mail.stage(), newAddress(), newAddress()];
  await setEmail(stage, first);
  await mail.work();
  const { open, unsubscribe } = linksTo(first);
  await press(unsubscribe.replace(/\/unsubscribe$/, '/news'));
  expect((await stateOf(stage)).emailState).toBe('UNCONFIRMED');
  await setEmail(stage, second);
  expect((await press(`${open}/news`)).status).toBe(404);
  expect(await stateOf(stage)).toMatchObject({ emailState: 'UNCONFIRMED', confirmedEmail: null });
});

test('an address whose owner wants nothing is not asked again', async () => {
  const [stage, email] = [await mail.stage(), newAddress()];
  await setEmail(stage, email);
  await mail.work();
  await press(linksTo(email).unsubscribe);
  expect((await stateOf(stage)).emailState).toBe('ENDED');
  const other = await mail.stage();
  await setEmail(other, email);
  const again = await stage.seller.mutate('sendEmailConfirmation', {}, 'sellerProfile { emailState }');
  expect(again.body.errors).toBeUndefined();
  await mail.work();
  // The other seller's message is a first one: it was ended in the name of one seller.
  expect(await mail.states(email)).toEqual(['sent', 'sent', 'dropped unsubscribed']);
});

test('the profile page shows the state of the address, and sends the message again at most three times a day', async () => {
  const [stage, email] = [await mail.stage(), newAddress()];
  const browser = await sellerBrowser(service, stage.seller);
  await setEmail(stage, email);
  expect(textOf(await browser.get('/seller/profile'))).toContain(`${email} is not confirmed.`);
  for (const _ of [2, 3]) {
    const sent = await browser.send('/seller/profile', 'confirm', {});
    expect(doneBy(sent)).toBe('confirmationSent');
  }
  const refused = await browser.send('/seller/profile', 'confirm', {});
  expect(textOf(refused)).toContain('Too many requests.');
  const { body } = await stage.seller.mutate('sendEmailConfirmation', {}, 'sellerProfile { emailState }');
  expect(body.errors[0].extensions.code).toBe('rate_limited');
  await mail.work();
  expect(mail.arrived(email)).toEqual([confirmSubject, confirmSubject, confirmSubject]);
  await confirmFrom(email);
  expect(textOf(await browser.get('/seller/profile'))).toContain(`${email} is confirmed: your messages go there.`);
});

test('an address that has bounced is tried again by the button of the profile', async () => {
  const [stage, email] = [await mail.stage(), newAddress()];
  await setEmail(stage, email);
  await mail.work();
  await db.query('update mail_addresses set bounced_at = clock_timestamp() where address = $1', [email]);
  const browser = await sellerBrowser(service, stage.seller);
  expect(textOf(await browser.get('/seller/profile'))).toContain(`Messages to ${email} came back`);
  await browser.send('/seller/profile', 'confirm', {});
  await mail.work();
  expect(mail.arrived(email)).toEqual([confirmSubject, confirmSubject]);
  await confirmFrom(email);
  expect((await stateOf(stage)).emailState).toBe('CONFIRMED');
});

test('a profile without an address has none to confirm', async () => {
  const stage = await mail.stage();
  const { body } = await stage.seller.mutate('sendEmailConfirmation', {}, 'sellerProfile { emailState }');
  expect(body.errors[0].extensions.code).toBe('invalid_request');
});
