import type { Budget, Config } from '../config.ts';
import { Refusal } from '../core/refusal.ts';
import { hashedKey } from './hashed-key.ts';
import type { Balance } from './balance.ts';
import type { Counters } from './make-counters.ts';

/** The sender of a request, before its key is looked up. */
export interface Requester {
  readonly address: string;
  /** `tokenDigest` of the bearer token, valid or not; `null`: none was sent. */
  readonly digest: string | null;
  /** True if the key was found active before: its budget is charged at once, in one round trip with the address's. */
  readonly isKnown: boolean;
}

/** The result of counting a request. */
export interface Counted {
  /**
   * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), and `Retry-After` if it is refused.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly isRefused: boolean;
  /**
   * Charges the key's budget once the key is found, unless it was charged before.
   *
   * @throws Refusal `rate_limited`
   */
  countFoundKey(): Promise<void>;
  /** Charges the request's budgets for a request that costs more than others. The request does not wait for it. */
  charge(points: number): void;
  /** Charges the address for an invalid key, which costs more than a request. The request does not wait for it. */
  chargeFailure(): void;
}

export interface RequestLimits {
  /** Counts a request, whatever its outcome. */
  count(requester: Requester): Promise<Counted>;
}

/** The points that a request with a failed authentication costs. */
const failureCosts = 10;

/** A budget with its name in the headers, and its balance. */
interface Policy {
  readonly name: 'key' | 'ip';
  readonly budget: Budget;
  readonly balance: Balance;
}

/**
 * Makes the budgets of the APIs: one for each key, and one for each address. The address is charged before the key is
 * looked up, so that a flood of wrong keys costs the database nothing. A key gets an entry only once it is found:
 * made-up keys take no space.
 */
export function makeRequestLimits({ rateLimits }: Pick<Config, 'rateLimits'>, counters: Counters): RequestLimits {
  const counterOf = (name: Policy['name'], budget: Budget | null) =>
    budget === null ? null : counters.counter(`requests:${name}`, budget);
  const ofKey = counterOf('key', rateLimits.key);
  const ofAddress = counterOf('ip', rateLimits.ip);

  return {
    async count({ address, digest, isKnown }) {
      let isKeyCounted = digest === null || isKnown;
      // Both are charged in one round trip.
      const charging = isKnown && digest !== null ? ofKey?.take(digest) : undefined;
      const addressBalance = await ofAddress?.take(hashedKey(address));
      let keysBalance = await charging;
      const isRefused = () => keysBalance?.isOverdrawn === true || addressBalance?.isOverdrawn === true;
      return {
        get headers() {
          const policies: Policy[] = [];
          if (keysBalance !== undefined) policies.push({ name: 'key', budget: rateLimits.key!, balance: keysBalance });
          if (addressBalance !== undefined) {
            policies.push({ name: 'ip', budget: rateLimits.ip!, balance: addressBalance });
          }
          return headersOf(policies, isRefused());
        },
        get isRefused() {
          return isRefused();
        },
        async countFoundKey() {
          if (isKeyCounted) return;
          isKeyCounted = true;
          keysBalance = await ofKey?.take(digest!);
          if (isRefused()) throw new Refusal('rate_limited');
        },
        charge(points) {
          if (digest !== null && isKeyCounted) void ofKey?.take(digest, points);
          void ofAddress?.take(hashedKey(address), points);
        },
        chargeFailure() {
          void ofAddress?.take(hashedKey(address), failureCosts - 1);
        },
      };
    },
  };
}

/** Writes the headers of the budget with the least left; of several spent budgets, the one that takes longest to refill. */
function headersOf(policies: readonly Policy[], isRefused: boolean): Record<string, string> {
  if (policies.length === 0) return {};
  const { name, budget, balance } = policies.reduce((tightest, policy) => {
    const [one, other] = [tightest.balance, policy.balance];
    return other.left < one.left || (other.left === one.left && other.fullInSeconds > one.fullInSeconds)
      ? policy
      : tightest;
  });
  return {
    'ratelimit-policy': `"${name}";q=${budget.points};w=${budget.seconds}`,
    ratelimit: `"${name}";r=${balance.left};t=${balance.fullInSeconds}`,
    ...(isRefused && { 'retry-after': String(balance.fullInSeconds) }),
  };
}
