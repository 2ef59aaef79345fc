import type { BidDeps } from '../../auctions/bids/bid-deps.ts';
import type { LRUCache } from 'lru-cache';
import type { Config } from '../../platform/config.ts';
import type { Bucket } from '../../auctions/presentation/bucket.ts';
import type { ProviderPages } from '../../payments/providers/providers.ts';
import type { PageFiles } from './page-files.ts';
import type { PageLimits } from './page-limits.ts';

/** The dependencies of the page's steps. */
export interface PageDeps extends BidDeps {
  readonly config: Config;
  readonly files: PageFiles;
  readonly providerPages: ProviderPages;
  readonly limits: PageLimits;
  /** The pages that are the same for many browsers, compressed, by all that they depend on. */
  readonly sharedPages: LRUCache<string, ArrayBuffer>;
  /** Keeps pictures; `null`: the database does. */
  readonly bucket: Bucket | null;
}
