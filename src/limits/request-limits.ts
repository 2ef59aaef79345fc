import type { Budget, Config } from '../config.ts';
import { Refusal } from '../core/refusal.ts';
import type { Balance, Counter, Counters } from './counters.ts';

/** The sender of a request, before its key is looked up. */
interface Requester {
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

/** A hall of people behind one address opens a page with all its files within a minute. */
const filesOfAddress: Budget = { points: 12_000, seconds: 60 };

/** The points that a request with a failed authentication costs. */
const failureCosts = 10;

/** A budget with its name in the headers, and the counter of what is used of it. */
interface Policy {
  readonly name: 'key' | 'ip' | 'files';
  readonly budget: Budget;
  readonly counter: Counter;
}

/**
 * Makes the budgets of the APIs: one for each key, and one for each address. The address is charged before the key is
 * looked up, so that a flood of wrong keys costs the database nothing. A key gets an entry only once it is found:
 * made-up keys take no space.
 */
export function makeRequestLimits({ rateLimits }: Pick<Config, 'rateLimits'>, counters: Counters) {
  const policyOf = (name: Policy['name'], budget: Budget | null): Policy | null =>
    budget === null ? null : { name, budget, counter: counters.counter(`requests:${name}`, budget) };
  const ofKey = policyOf('key', rateLimits.key);
  const ofAddress = policyOf('ip', rateLimits.ip);
  const ofFiles = policyOf('files', rateLimits.ip === null ? null : filesOfAddress);
  return {
    /** Counts a request, whatever its outcome. */
    async count({ address, digest, isKnown }: Requester): Promise<Counted> {
      // Both are charged in one round trip.
      const charging = isKnown && digest !== null ? ofKey?.counter.take(digest) : undefined;
      const balances = { ip: await ofAddress?.counter.take(address), key: await charging };
      return new CountedRequest({ ofKey, ofAddress }, { address, digest, isKeyCounted: isKnown }, balances);
    },
    /** Counts a request for a page or file that never changes: it costs little, and a page has many. */
    async countFile(address: string): Promise<Counted> {
      const balances = { ip: await ofFiles?.counter.take(address), key: undefined };
      const requester = { address, digest: null, isKeyCounted: false };
      return new CountedRequest({ ofKey: null, ofAddress: ofFiles }, requester, balances);
    },
  };
}

/** A class, as a literal with getters would make V8 keep a dictionary, and garbage that outlives the request, for each request. */
class CountedRequest implements Counted {
  readonly #policies: { readonly ofKey: Policy | null; readonly ofAddress: Policy | null };
  readonly #address: string;
  readonly #digest: string | null;
  readonly #balances: { readonly ip: Balance | undefined; key: Balance | undefined };
  #isKeyCounted: boolean;

  constructor(
    policies: { ofKey: Policy | null; ofAddress: Policy | null },
    { address, digest, isKeyCounted }: { address: string; digest: string | null; isKeyCounted: boolean },
    balances: { ip: Balance | undefined; key: Balance | undefined },
  ) {
    this.#policies = policies;
    this.#address = address;
    this.#digest = digest;
    this.#balances = balances;
    this.#isKeyCounted = isKeyCounted;
  }

  get headers(): Record<string, string> {
    const { ofKey, ofAddress } = this.#policies;
    const { ip, key } = this.#balances;
    if (key === undefined) return ip === undefined ? {} : headersOf(ofAddress!, ip, this.isRefused);
    return ip === undefined || isTighter(key, ip)
      ? headersOf(ofKey!, key, this.isRefused)
      : headersOf(ofAddress!, ip, this.isRefused);
  }

  get isRefused(): boolean {
    const { ip, key } = this.#balances;
    return key?.isOverdrawn === true || ip?.isOverdrawn === true;
  }

  async countFoundKey(): Promise<void> {
    if (this.#isKeyCounted || this.#digest === null) return;
    this.#isKeyCounted = true;
    this.#balances.key = await this.#policies.ofKey?.counter.take(this.#digest);
    if (this.isRefused) throw new Refusal('rate_limited');
  }

  charge(points: number): void {
    const { ofKey, ofAddress } = this.#policies;
    if (this.#digest !== null && this.#isKeyCounted) void ofKey?.counter.take(this.#digest, points);
    void ofAddress?.counter.take(this.#address, points);
  }

  chargeFailure(): void {
    void this.#policies.ofAddress?.counter.take(this.#address, failureCosts - 1);
  }
}

/** Compares budgets: the one with less left is tighter; of several with as little left, the one that takes longer to refill. */
function isTighter(one: Balance, other: Balance): boolean {
  return one.left < other.left || (one.left === other.left && one.fullInSeconds >= other.fullInSeconds);
}

function headersOf({ name, budget }: Policy, balance: Balance, isRefused: boolean): Record<string, string> {
  return {
    'ratelimit-policy': `"${name}";q=${budget.points};w=${budget.seconds}`,
    ratelimit: `"${name}";r=${balance.left};t=${balance.fullInSeconds}`,
    ...(isRefused && { 'retry-after': String(balance.fullInSeconds) }),
  };
}
