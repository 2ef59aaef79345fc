import type { BidDeps } from '../bids/bid-deps.ts';
import type { Config } from '../config.ts';
import type { PageFiles } from './page-files.ts';
import type { PageLimits } from './limits.ts';

/** What the steps of the auction page are made with. */
export interface PageDeps extends BidDeps {
  readonly config: Config;
  readonly files: PageFiles;
  readonly limits: PageLimits;
}
