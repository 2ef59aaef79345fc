import { html } from 'hono/html';
import type { BiddingPeriod } from '../../../auctions/auction-input.ts';
import type { RulesInput } from '../../../auctions/rules.ts';
import { maxBiddingPeriodSeconds } from '../../../core/limits.ts';
import { parseDollars } from '../../auction/parse-dollars.ts';
import type { Html } from '../../auction/views/layout.ts';
import type { ChangeAuctionQuery } from '../generated/answers.ts';
import type { Typed, Visit } from '../seller-page.ts';
import type { DrawnForm } from '../views/form-of.ts';

// The fields of an auction's rules: lists to choose from. They also offer the rules that were set through the API.

/** The rules as an answer has them. */
type AnsweredRules = NonNullable<ChangeAuctionQuery['auction']>['rules'];

type Step = AnsweredRules['bidSteps'][number];

/** The selection of an `AnsweredRules`. */
export const rulesSelection =
  'rules { softClose { windowSeconds maximumSeconds } bidSteps { fromInCents stepInCents } buyNowPriceInCents }';

const windows = [30, 60, 120, 300, 600, 900];
const maximums = [600, 1_800, 3_600, 10_800, 86_400];
const usualMaximum = 3_600;

/** Ready-made tables: `<from>:<step>` in dollars. */
const tables = {
  small: '0:0.5 25:1 100:2.5 250:5 500:10 1000:25 2500:50 5000:100',
  medium: '0:1 50:5 100:10 500:25 1000:50 2000:100 5000:250 10000:500',
  large: '0:10 200:25 500:50 1000:100 2000:200 5000:500 10000:1000 20000:2000',
};

/** Draws the rules of an auction that has not begun. */
export function rulesFields(visit: Visit, form: DrawnForm, stored: AnsweredRules | undefined): Html {
  const { words, locale } = visit;
  const { item } = words;
  const { softClose, bidSteps = [] } = stored ?? {};
  const withStored = (offered: readonly number[], value: number | undefined) =>
    [...new Set([...offered, ...(value === undefined ? [] : [value])])].toSorted((one, other) => one - other);
  const ownSteps = writeSteps(bidSteps);
  const sizes = Object.entries(tables) as [keyof typeof tables | 'other', string][];
  if (ownSteps !== '' && !sizes.some(([, table]) => table === ownSteps)) sizes.push(['other', ownSteps]);
  return html`<div class="card">
<h2>${item.rulesHeading}</h2>
<p class="hint">${item.rulesHint}</p>
${form.select({
  name: 'softClose',
  label: item.softClose,
  hint: item.softCloseHint,
  options: [
    ['', item.softCloseOff],
    ...withStored(windows, softClose?.windowSeconds).map(
      (seconds) => [`${seconds}`, item.softCloseOption({ window: locale.lasting(seconds) })] as const,
    ),
  ],
})}
${form.select({
  name: 'softCloseMaximum',
  label: item.softCloseMaximum,
  options: withStored(maximums, softClose?.maximumSeconds).map((seconds) => [`${seconds}`, locale.lasting(seconds)]),
})}
${form.select({
  name: 'bidSteps',
  label: item.bidSteps,
  hint: item.bidStepsHint,
  options: [
    ['', item.bidStepsOff],
    ...sizes.map(([size, table]) => [table, item.bidStepsOption({ size, ...stepsIn(locale, table) })] as const),
  ],
})}
${form.text({ kind: 'dollars', name: 'buyNow', label: item.buyNow, hint: item.buyNowHint, isOptional: true })}
</div>`;
}

/** The values of the fields, as an answer has them. */
export function rulesValues({ locale }: Visit, stored: AnsweredRules | undefined): Record<string, string> {
  return {
    softClose: stored?.softClose == null ? '' : `${stored.softClose.windowSeconds}`,
    softCloseMaximum: `${stored?.softClose?.maximumSeconds ?? usualMaximum}`,
    bidSteps: writeSteps(stored?.bidSteps ?? []),
    buyNow: stored?.buyNowPriceInCents == null ? '' : locale.typedDollars(stored.buyNowPriceInCents),
  };
}

/** Reads the fields of the rules; `null`: the form does not show them. */
export function readRules(
  visit: Visit,
  { fields }: Typed,
  {
    biddingPeriod: period,
    minimumBidValueInCents,
  }: { biddingPeriod: BiddingPeriod | null; minimumBidValueInCents: number | null },
) {
  // An auction that has begun shows this alone.
  if (fields.has('removeBuyNow')) return { rules: { buyNowPriceInCents: null } satisfies RulesInput, faults: [] };
  if (!fields.has('softClose')) return null;
  const window = fields.get('softClose')!;
  const windowSeconds = wholeNumber(window);
  const maximumSeconds = Math.max(windowSeconds, wholeNumber(fields.get('softCloseMaximum')) || usualMaximum);
  const table = fields.get('bidSteps') ?? '';
  const typed = fields.get('buyNow')?.trim() ?? '';
  const price = typed === '' ? { cents: null } : parseDollars(visit.locale, typed);
  const rules: RulesInput = {
    softClose: window === '' ? null : { windowSeconds, maximumSeconds },
    bidSteps: table === '' ? null : readSteps(table),
    buyNowPriceInCents: 'cents' in price ? price.cents : null,
  };
  const lasts = period === null ? 0 : period.endTimestamp - period.startTimestamp;
  const cannotExtend = rules.softClose !== null && lasts === maxBiddingPeriodSeconds;
  const faults = cannotExtend ? [{ field: 'softClose', detail: visit.words.ownFaults.cannotExtend }] : [];
  if ('fault' in price) faults.push({ field: 'buyNow', detail: price.fault });
  else if (price.cents !== null && price.cents < (minimumBidValueInCents ?? 0))
    faults.push({ field: 'buyNow', detail: visit.words.ownFaults.buyNowBelowMinimum });
  return { rules, faults };
}

/** The field of an argument below `rules`, by its pointer. */
export function rulesFieldOf(pointer: string): string {
  if (pointer.startsWith('/rules/bidSteps')) return 'bidSteps';
  if (pointer === '/rules/buyNowPriceInCents') return 'buyNow';
  return pointer.endsWith('/maximumSeconds') ? 'softCloseMaximum' : 'softClose';
}

function writeSteps(steps: readonly Step[]): string {
  return steps.map(({ fromInCents, stepInCents }) => `${fromInCents / 100}:${stepInCents / 100}`).join(' ');
}

/** Reads a value that a list offers. A value that no list offers becomes 0, which the service refuses at its field. */
function wholeNumber(value: string | undefined): number {
  const number = Number(value);
  return Number.isInteger(number) ? number : 0;
}

function readSteps(table: string): Step[] {
  const cents = (dollars: string | undefined) => wholeNumber(`${Math.round(Number(dollars) * 100)}`);
  return table.split(' ').flatMap((row) => {
    const [from, step] = row.split(':');
    return step === undefined ? [] : [{ fromInCents: cents(from), stepInCents: cents(step) }];
  });
}

/** Names the steps of a table at three amounts. */
function stepsIn({ dollars }: Visit['locale'], table: string) {
  const steps = readSteps(table);
  const at = (cents: number) => dollars(steps.findLast(({ fromInCents }) => fromInCents <= cents)?.stepInCents ?? 0);
  return {
    first: at(0),
    hundred: at(100_00),
    atHundred: dollars(100_00),
    thousand: at(1_000_00),
    atThousand: dollars(1_000_00),
  };
}
