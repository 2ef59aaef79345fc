import type { QueryConfig } from 'pg';
import { makePrepare, type Prepared } from '../src/api/prepare.ts';
import type { Variables } from '#one-statement/plan.ts';
import { beginBid, type BidRequest } from '../src/auctions/bids/begin-bid.ts';
import { recordBid } from '../src/auctions/bids/record-bid.ts';
import type { Viewer } from '../src/core/viewer.ts';
import type { Deps } from '../src/payments/deps.ts';
import { type Claimed, claimUnfinished } from '../src/payments/holds/claim.ts';
import { moveFor } from '../src/payments/holds/move-for.ts';
import { type Observation, refused } from '../src/payments/providers/observation.ts';
import { schema, v1Schema } from '../src/api/graphql/schema.ts';
import { providerNames } from '../src/payments/providers/provider-name.ts';
import { workKinds } from '../src/payments/providers/work-kinds.ts';
import { completeAuctions } from '../src/settlement/complete-auctions.ts';
import { applyCaptures } from '../src/settlement/apply-captures.ts';
import { recordNextSteps } from '../src/settlement/record-next-steps.ts';
import { findAuctionsToSettle } from '../src/settlement/settle-due-auctions.ts';
import { prepareRoutes } from '../src/api/v1/prepare-routes.ts';
import { routes } from '../src/api/v1/route-table.ts';

const config = { publicUrl: 'https://auctions.example' };

const anId = '00000000-0000-4000-8000-000000000000';

const viewer: Viewer = { sellerId: anId, apiKeyId: anId, mode: 'test', scopes: new Set() };

const biddingPeriod = { startTimestamp: 4_102_444_800, endTimestamp: 4_102_531_200 };

/** A value for each argument of the printed operations. */
const variables: Variables = {
  auctionId: anId,
  bidId: anId,
  biddingPeriod,
  period: biddingPeriod,
  title: 'A walnut desk, 1962',
  minimumBidValueInCents: 5_000,
  type: 'asynchronous',
  includeBids: true,
  limit: 100,
  offset: 0,
};

/**
 * Prints the statements that answer the routes of `/v1`, and the planned queries and mutations of a guide.
 *
 * @param guide a text whose examples begin with "graphql '"
 * @returns SQL, with the values of its parameters in comments
 */
export async function printedStatements(guide: string): Promise<string> {
  const printed: string[] = [];
  const preparedRoutes = await prepareRoutes(v1Schema, config);
  for (const route of routes) {
    const { prepared } = preparedRoutes.get(route)!;
    const used = new Set(prepared.operation.variableDefinitions?.map(({ variable }) => variable.name.value));
    const given = Object.entries(variables).filter(([name]) => used.has(name));
    printed.push(...(await statementsOf(`${route.method} /v1${route.path}`, prepared, Object.fromEntries(given))));
  }
  const prepare = makePrepare(schema, config);
  for (const [, document] of guide.matchAll(/graphql '(\s*(?:query|mutation|\{)[^']*)'/g)) {
    const prepared = prepare(document!).operation(null);
    if (prepared === null) throw new Error(`The guide has an invalid document: ${document}`);
    printed.push(...(await statementsOf(document!.trim(), prepared, variables)));
  }
  return `-- The statements of /v1, and of the examples in the GraphQL guide: \`npm run print:schema\` writes this file.\n\n${printed.join('\n')}`;
}

async function statementsOf(title: string, prepared: Prepared, given: Variables): Promise<string[]> {
  const comment = title.split('\n').map((line) => `-- ${line}`);
  const printed: string[] = [];
  for (const field of prepared.planFor(given).fields.values()) {
    const statements = await sentBy((deps) => field.run({ deps, viewer }, given));
    printed.push(...statements.map(({ text, values = [] }) => `${text.trim()};\n-- ${JSON.stringify(values)}\n`));
  }
  return printed.length === 0 ? [] : [[...comment, ...printed].join('\n')];
}

const accounts = { areUsed: false, feeRate: { basisPoints: 0, fixedInCents: 0 } };
const gateways = Object.fromEntries(providerNames.map((name) => [name, { name, mode: viewer.mode, accounts }]));

/** Catches the first statements that some work sends, which are sent together. */
async function sentBy(work: (deps: Deps) => Promise<unknown>): Promise<readonly QueryConfig[]> {
  class Caught extends Error {}
  let caught: readonly QueryConfig[] = [];
  const pipeline = (statements: readonly QueryConfig[]): never => {
    caught = statements;
    throw new Caught();
  };
  const query = async (statement: QueryConfig) => pipeline([statement]);
  const db = {
    query,
    commitTogether: query,
    queryTogether: query,
    pipeline: async (statements: QueryConfig[]) => pipeline(statements),
  };
  await work({ config, db, gateways } as unknown as Deps).catch((error: unknown) => {
    if (!(error instanceof Caught)) throw error;
  });
  return caught;
}

const claimed = { auctionId: anId, authorizationId: anId, attempt: 1 } as Claimed;

const held = { outcome: 'authorized', captureBefore: new Date(0), reference: 'simulated_1' } as const;

const answered = (observation: Observation) => [
  { claimed, observation, verdict: moveFor({ ...claimed, state: 'capturing' }, observation) },
];

/** The statements that decide about money, in the order in which it happens to an auction. */
const deciding: readonly [what: string, decide: (deps: Deps) => Promise<unknown>][] = [
  ['A bid is judged, and its intent recorded', (deps) => beginBid(deps, { auctionId: anId } as BidRequest)],
  [
    'The money is held: the bid is written, or refused',
    (deps) => recordBid(deps, { ...claimed, isRuled: false }, held),
  ],
  ['The same on an auction with rules: the bid may extend it', (deps) => recordBid(deps, claimed, held)],
  ...workKinds.map((kind): (typeof deciding)[number] => [
    `A worker claims: ${kind}`,
    ({ db }) => claimUnfinished(db, kind, 50),
  ]),
  ['A worker finds auctions to settle', ({ db }) => findAuctionsToSettle(db, 50)],
  ['The next step of an auction that has ended', ({ db }) => recordNextSteps(db, [anId], true)],
  ['It has no bid that can pay', ({ db }) => completeAuctions(db, [anId])],
  [
    'Its highest bid is captured: it wins, and all others are released',
    ({ db }) => applyCaptures(db, answered({ outcome: 'captured', capturedInCents: 5_000 }), true),
  ],
  [
    'Its capture is refused: the next bid is asked',
    ({ db }) => applyCaptures(db, answered(refused('card_declined')), true),
  ],
];

/** Prints the statements that decide about money, each whole. They do not depend on what is in the database. */
export async function printedDecisions(): Promise<string> {
  const printed: string[] = [];
  for (const [what, decide] of deciding) {
    const statements: QueryConfig[] = [];
    // Each answer is one row, so that what follows from it is printed, too. No bid is written, so that its refusal is.
    const query = async (statement: string | QueryConfig) => {
      const sent = typeof statement === 'string' ? { text: statement } : statement;
      statements.push(sent);
      const rows = sent.name?.startsWith('write-bid') ? [] : [{ ...claimed, kind: 'goes_on' }];
      return { rows, rowCount: rows.length };
    };
    const db = {
      query,
      commitTogether: query,
      transaction: (work: (tx: unknown) => Promise<unknown>) => work({ query }),
      pipeline: (sent: QueryConfig[]) => Promise.all(sent.map(query)),
    };
    // The provider, to whom it goes on from here, does not exist.
    await decide({ config, db, gateways } as unknown as Deps).catch(() => undefined);
    if (statements.length === 0) throw new Error(`No statement is sent for: ${what}`);
    printed.push(`-- ${what}\n${statements.map(({ text }) => `${text.trim()};\n`).join('')}`);
  }
  return `-- The statements that decide about money, whole, in the order in which they run: \`npm run print:schema\` writes this file.\n\n${printed.join('\n')}`;
}
