import type { Database } from '../db/database.ts';
import type { Alarms } from '../jobs/alarms.ts';
import type { Live } from '../live/live.ts';
import type { PaymentDeps } from '../providers/gateways.ts';

/** The dependencies of placing a bid. */
export interface BidDeps extends PaymentDeps {
  readonly db: Database;
  readonly live: Live;
  /** Absent: the sweep finds what is due. */
  readonly alarms?: Pick<Alarms, 'arm'>;
}
