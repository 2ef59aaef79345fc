import type { Budget, Config } from '../config.ts';
import { Refusal } from '../../core/refusal.ts';
import type { Balance, Counter, Counters } from './counters.ts';

/** The sender of a request, before its key is looked up. */
interface Requester {
  readonly address: string;
  /** `tokenDigest` of the bearer token, valid or not; `null`: none was sent. */
  readonly digest: string | null;
  /** True if the key was found active before: its budget is charged at once, in one round trip with the address's. */
  readonly isKnown: boolean;
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
      const ip = await ofAddress?.counter.take(address);
      return new Counted({ ofKey, ofAddress, address, digest, ip, key: await charging, isKeyCounted: isKnown });
    },
    /** Counts a request for a page or file that never changes: it costs little, and a page has many. */
    async countFile(address: string): Promise<Counted> {
      const ip = await ofFiles?.counter.take(address);
      return new Counted({
        ofKey: null,
        ofAddress: ofFiles,
        address,
        digest: null,
        ip,
        key: undefined,
        isKeyCounted: false,
      });
    },
  };
}

/** The result of counting a request. */
interface Count {
  readonly ofKey: Policy | null;
  readonly ofAddress: Policy | null;
  readonly address: string;
  digest: string | null;
  readonly ip: Balance | undefined;
  key: Balance | undefined;
  isKeyCounted: boolean;
}

/**
 * The result of counting a request. A class, as a literal with getters would make V8 keep a dictionary, and garbage that outlives
 * the request, for each request.
 */
export class Counted {
  readonly #count: Count;
  #cost = 1;

  constructor(count: Count) {
    this.#count = count;
  }

  /**
   * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), and `Retry-After` if it is refused.
   */
  get headers(): Readonly<Record<string, string>> {
    const { ofKey, ofAddress, ip, key } = this.#count;
    if (key !== undefined && (ip === undefined || isTighter(key, ip))) return headersOf(ofKey!, key, this.isRefused);
    return ip === undefined ? {} : headersOf(ofAddress!, ip, this.isRefused);
  }

  get isRefused(): boolean {
    const { ip, key } = this.#count;
    return key?.isOverdrawn === true || ip?.isOverdrawn === true;
  }

  /**
   * Charges the key's budget once the key is found, unless it was charged before.
   *
   * @param digest `tokenDigest` of the key of a browser's session, which the request does not name
   * @throws Refusal `rate_limited`
   */
  async countFoundKey(digest = this.#count.digest): Promise<void> {
    const count = this.#count;
    count.digest = digest;
    if (count.isKeyCounted || count.digest === null) return;
    count.isKeyCounted = true;
    count.key = await count.ofKey?.counter.take(count.digest);
    if (this.isRefused) throw new Refusal('rate_limited');
  }

  /** The number of requests that this one counts as, by what it was charged so far. */
  get cost(): number {
    return this.#cost;
  }

  /** Charges the request's budgets for a request that costs more than others. The request does not wait for it. */
  charge(points: number): void {
    const { ofKey, ofAddress, address, digest, isKeyCounted } = this.#count;
    this.#cost += points;
    if (digest !== null && isKeyCounted) void ofKey?.counter.take(digest, points);
    void ofAddress?.counter.take(address, points);
  }

  /** Charges the address for an invalid key, which costs more than a request. The request does not wait for it. */
  chargeFailure(): void {
    const { ofAddress, address } = this.#count;
    void ofAddress?.counter.take(address, failureCosts - 1);
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
