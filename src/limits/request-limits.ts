import type { Budget, Config } from '../config.ts';
import type { Balance, Counters } from './make-counters.ts';

/** Who sends a request, as far as it is known before its key is looked up. */
export interface Requester {
  readonly address: string;
  /** `tokenDigest` of the API key, whether it is one or not; `null`: none came. */
  readonly digest: string | null;
}

/** What counting a request has come to. */
export interface Counted {
  /** `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), and `Retry-After` where it is refused. */
  readonly headers: Readonly<Record<string, string>>;
  readonly isRefused: boolean;
}

export interface RequestLimits {
  /** Counts a request, whatever will become of it. */
  count(requester: Requester): Promise<Counted>;
  /** A key that is none was looked up in vain: that costs its sender more than a request. Nobody waits for it. */
  chargeFailure(address: string): void;
}

/** A request that fails to authenticate costs as much as so many. */
const failureCosts = 10;

/** A budget by the name that the headers give it, and how it stands. */
interface Policy {
  readonly name: 'key' | 'ip';
  readonly budget: Budget;
  readonly balance: Balance;
}

/**
 * The budgets of the APIs: one for each key, one for each address that requests come from. Both are charged before the
 * key is looked up, in one round trip, so that a flood of wrong keys costs the database nothing.
 */
export function makeRequestLimits({ rateLimits }: Pick<Config, 'rateLimits'>, counters: Counters): RequestLimits {
  const counterOf = (name: Policy['name'], budget: Budget | null) =>
    budget === null ? null : { name, budget, ...counters.counter(`requests:${name}`, budget) };
  const ofKey = counterOf('key', rateLimits.key);
  const ofAddress = counterOf('ip', rateLimits.ip);

  return {
    async count({ address, digest }) {
      const [keysBalance, addressBalance] = await Promise.all([
        digest === null ? undefined : ofKey?.take(digest),
        ofAddress?.take(address),
      ]);
      const policies: Policy[] = [];
      if (keysBalance !== undefined) policies.push({ ...ofKey!, balance: keysBalance });
      if (addressBalance !== undefined) policies.push({ ...ofAddress!, balance: addressBalance });
      const isRefused = policies.some(({ balance }) => balance.isOverdrawn);
      return { headers: headersOf(policies, isRefused), isRefused };
    },
    chargeFailure(address) {
      void ofAddress?.take(address, failureCosts - 1);
    },
  };
}

/** Tells the budget that has the least left; of several that are spent, the one that takes longest to be full again. */
function headersOf(policies: readonly Policy[], isRefused: boolean): Record<string, string> {
  const [told] = policies.toSorted(
    ({ balance: one }, { balance: other }) => one.left - other.left || other.fullInSeconds - one.fullInSeconds,
  );
  if (told === undefined) return {};
  const { name, budget, balance } = told;
  return {
    'ratelimit-policy': `"${name}";q=${budget.points};w=${budget.seconds}`,
    ratelimit: `"${name}";r=${balance.left};t=${balance.fullInSeconds}`,
    ...(isRefused && { 'retry-after': String(balance.fullInSeconds) }),
  };
}
