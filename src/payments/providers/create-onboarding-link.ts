import { randomUUID } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { digestUuid } from '../../core/uuid.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Viewer } from '../../core/viewer.ts';
import { chooseGateway, type PaymentDeps } from './gateways.ts';
import type { Gateway } from './gateway.ts';
import type { Unknown } from './observation.ts';
import {
  auditPaymentAccount,
  findPaymentAccount,
  type PaymentAccount,
  recordPaymentAccount,
  refreshPaymentAccount,
} from './payment-account.ts';
import type { AccountRefused } from './provider-accounts.ts';

interface Deps extends PaymentDeps {
  readonly config: Pick<Config, 'publicUrl'>;
}

/**
 * Makes an address at which the seller goes through the provider's onboarding, and the seller's payment account if there is
 * none that can be used.
 *
 * @throws Refusal `payments_unavailable` if the provider refuses, `unavailable` if it gives no answer
 */
export async function createOnboardingLink(deps: Deps, viewer: Viewer) {
  const { db, gateways, config } = deps;
  const gateway = chooseGateway(gateways, viewer.mode);
  const known = (await refreshPaymentAccount(deps, viewer.sellerId))?.account ?? null;
  const account = known?.isConnected === true ? known : await createAccount(deps, gateway, viewer, known);
  const pageToken = randomUUID();
  const page = `${config.publicUrl}/auctions/payment-account/${pageToken}`;
  const link = await gateway.accounts.createLink({
    account: account.account,
    returnUrl: `${page}/return`,
    refreshUrl: `${page}/refresh`,
  });
  if (link.outcome !== 'linked') throw refusalOfProvider(deps, viewer, link);
  // Only the digest is stored, so that each link needs a token of its own. The pages of an earlier link then say that it has expired.
  await db.query(`update payment_accounts set page_token = $2 where seller_id = $1`, [
    viewer.sellerId,
    digestUuid('payment account page', pageToken),
  ]);
  const act = { action: 'createPaymentOnboardingLink', sellerId: viewer.sellerId };
  await auditPaymentAccount(db, viewer, act, { before: known, after: account });
  return { url: link.url, expiresAt: link.expiresAt, account };
}

/**
 * Makes the account at the provider, then records it. A process that dies in between leaves an account that nobody is paid
 * into; within the hour, the same key finds it again. The key changes, because a provider stores even an error under it.
 */
async function createAccount(deps: Deps, gateway: Gateway, viewer: Viewer, former: PaymentAccount | null) {
  const { sellerId } = viewer;
  const { rows } = await deps.db.query<{ name: string; hour: string }>(
    `select name, to_char(clock_timestamp(), 'YYYYMMDDHH24') as hour from sellers where seller_id = $1`,
    [sellerId],
  );
  const { name: sellerName, hour } = rows[0]!;
  const idempotencyKey = `account:${sellerId}:${former?.account ?? 'first'}:${hour}`;
  const created = await gateway.accounts.create({ sellerId, sellerName, idempotencyKey });
  if (created.outcome !== 'created') throw refusalOfProvider(deps, viewer, created);
  const fresh = { sellerId, provider: gateway.name, account: created.account };
  // Two requests at once make one account, and an operator may have connected another one meanwhile.
  const account =
    (await recordPaymentAccount(deps.db, fresh, created.state, former)) ??
    (await findPaymentAccount(deps.db, sellerId));
  if (account === null) throw new Error(`The payment account of seller ${sellerId} was deleted meanwhile.`);
  return account;
}

function refusalOfProvider({ log }: Deps, { sellerId }: Viewer, { outcome, reason }: AccountRefused | Unknown) {
  log.error({ sellerId, reason }, 'A payment account could not be set up.');
  if (outcome === 'unknown') return new Refusal('unavailable');
  const detail =
    'The payment provider does not set up an account for this service. Its operator finds the reason in the log.';
  return new Refusal('payments_unavailable', { detail });
}
