import { asciiOrigin } from '../../core/ascii-origin.ts';
import { z } from 'zod';
import { differences, recordAudit, refuseMoreInDay } from '../../platform/audit/record-audit.ts';
import { checkInput, customIssue } from '../../core/check-input.ts';
import { columnOf } from '../../core/cursor-page.ts';
import { emailAddress } from '../../core/email-address.ts';
import { isTimeZone } from '../../core/language-formats.ts';
import { languages } from '../../core/languages.ts';
import { maxTitleLength } from '../../core/limits.ts';
import { Refusal } from '../../core/refusal.ts';
import { searchText } from '../../core/text-input.ts';
import { webAddressInput } from '../../core/web-address.ts';
import type { SellerMode, Viewer } from '../../core/viewer.ts';
import type { Connection } from '../../platform/db/database.ts';
import type { Deps } from '../../payments/deps.ts';
import { isReadableAccent } from './accent-color.ts';
import { askToConfirm } from './confirm-seller-email.ts';
import { lockPictures, unknownPicture } from './auction-presentation.ts';
import { richTextInput } from './rich-text.ts';
import {
  asksOfWinner,
  findSellerProfile,
  lockSellerProfile,
  lotsPages,
  sellerNews,
  type SellerProfile,
} from './seller-profile.ts';

export const maxSellerTextLength = 2_000;

const accentColor = z
  .string()
  .check(({ value, issues }) => {
    if (!/^#[0-9a-f]{6}$/i.test(value)) {
      issues.push(customIssue(value, 'invalid_value', 'Must be a color such as #0b5d50.'));
    } else if (!isReadableAccent(value)) {
      const detail = 'Is too light to be read on the page: choose a darker color, with a contrast of 4.5 to 1.';
      issues.push(customIssue(value, 'invalid_value', detail));
    }
  })
  .toLowerCase();

const emailInput = emailAddress.or(
  z.string().check(({ value, issues }) => {
    issues.push(customIssue(value, 'invalid_value', 'Must be an e-mail address, such as sales@example.com.'));
  }),
);

const timeZoneInput = z.string().check(({ value, issues }) => {
  if (!isTimeZone(value))
    issues.push(customIssue(value, 'invalid_value', 'Must be the name of a time zone, such as Europe/Vienna.'));
});

const sellerText = richTextInput(maxSellerTextLength).optional();

export const maxEmbedOrigins = 10;

/** An origin goes into a header as it is, so that it has no character but those of a host and a port. */
const httpsOrigin = /^https:\/\/[a-z0-9.-]+(?::\d+)?$/;
const localOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/;

const embedOrigin = (mode: SellerMode) =>
  z
    .string()
    .transform(asciiOrigin)
    .check(({ value, issues }) => {
      const isNamed = httpsOrigin.test(value) || (mode === 'test' && localOrigin.test(value));
      if (isNamed && URL.parse(value)?.origin === value) return;
      const detail =
        'Must be an origin that begins with https://, such as "https://shop.example"; of a test seller also one of localhost.';
      issues.push(customIssue(value, 'invalid_value', detail));
    });

function nullAs<Value>(meant: NoInfer<Value>, input: z.ZodType<Value>) {
  return input
    .nullable()
    .transform((value) => value ?? meant)
    .optional();
}

export const profileInput = (mode: SellerMode) =>
  z.strictObject({
    displayName: searchText(maxTitleLength).nullable().optional(),
    accentColor: accentColor.nullable().optional(),
    contact: sellerText,
    terms: sellerText,
    returnAddress: sellerText,
    imprint: sellerText,
    privacy: sellerText,
    shipping: sellerText,
    shopUrl: webAddressInput.nullable().optional(),
    logoPictureId: z.guid().toLowerCase().nullable().optional(),
    language: z.enum(languages).nullable().optional(),
    email: emailInput.nullable().optional(),
    news: z
      .array(z.enum(sellerNews))
      .nullable()
      .transform((wanted) => sellerNews.filter((each) => wanted?.includes(each)))
      .optional(),
    timeZone: timeZoneInput.nullable().optional(),
    lotsPage: nullAs('HIDDEN', z.enum(lotsPages)),
    showsSoldLots: nullAs(false, z.boolean()),
    askWinnerFor: nullAs('NONE', z.enum(asksOfWinner)),
    embedOrigins: z
      .array(embedOrigin(mode))
      .max(maxEmbedOrigins)
      .nullable()
      .transform((origins) => [...new Set(origins)])
      .optional(),
  });

/** The fields of a profile that its seller sets. */
export const namesOfProfile = Object.keys(profileInput('live').shape);

/** A seller could otherwise send messages to any number of strangers. */
const maxAddressesOfADay = 5;

/**
 * Changes the fields that the caller names, all or none.
 *
 * @param raw the fields as they came; `null` removes one
 * @throws Refusal `invalid_request` with every fault
 */
export async function updateSellerProfile(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  raw: unknown,
): Promise<SellerProfile> {
  const changes = checkInput(profileInput(viewer.mode), raw);
  const { sellerId } = viewer;
  return await db.transaction(async (tx) => {
    // The lock makes the audit entry's `before` the state that this change replaces.
    await lockSellerProfile(tx, viewer);
    const before = await findSellerProfile(tx, viewer);
    const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    if (changes.email === null) named['confirmedEmail'] = null;
    const after: SellerProfile = { ...before, ...named };
    const changed = differences(before, after);
    if (changed === null) return before;
    const givenEmail = after.email === before.email ? null : after.email;
    if (givenEmail !== null) {
      await refuseMoreInDay(tx, sellerId, {
        most: maxAddressesOfADay,
        condition: "action = 'updateSellerProfile' and after ->> 'email' is not null",
        detail: `The address for messages may be changed ${maxAddressesOfADay} times within 24 hours. Nothing was changed.`,
      });
    }
    if (
      changes.logoPictureId &&
      !(await lockPictures(tx, viewer, [changes.logoPictureId], { areUploaded: true })).has(changes.logoPictureId)
    ) {
      throw new Refusal('invalid_request', { faults: [unknownPicture('/logoPictureId')] });
    }
    // No other column: while all news to an address is ended, the profile shows none, and keeps its switches.
    const written = Object.entries(changed.after);
    const assignments = written.map(([name], index) => `${columnOf(name)} = $${index + 2}`);
    await tx.query(
      `update seller_profiles set ${assignments.join(', ')}, updated_at = clock_timestamp() where seller_id = $1`,
      [sellerId, ...written.map(([, value]) => value)],
    );
    if (changes.news !== undefined && changes.news.length > 0) await beginNewsAgain(tx, after);
    await recordAudit(tx, viewer, {
      action: 'updateSellerProfile',
      subjectType: 'seller',
      subjectId: sellerId,
      ...changed,
    });
    if (givenEmail !== null && givenEmail !== after.confirmedEmail) await askToConfirm(tx, viewer, givenEmail);
    return await findSellerProfile(tx, viewer);
  });
}

/** Takes back the end of all news to the confirmed address. */
async function beginNewsAgain(tx: Connection, { sellerId, confirmedEmail }: SellerProfile): Promise<void> {
  await tx.query({
    name: 'begin-news-again',
    text: 'update mail_addresses set unsubscribed_at = null where seller_id = $1 and address = $2',
    values: [sellerId, confirmedEmail],
  });
}
