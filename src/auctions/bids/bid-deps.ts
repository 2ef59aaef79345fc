import type { Database } from '../../platform/db/database.ts';
import type { Alarms } from '../../platform/jobs/alarms.ts';
import type { Live } from '../../platform/live/live.ts';
import type { PaymentDeps } from '../../payments/providers/gateways.ts';

/** The dependencies of placing a bid. */
export interface BidDeps extends PaymentDeps {
  readonly db: Database;
  readonly live: Live;
  /** Absent: the sweep finds what is due. */
  readonly alarms?: Pick<Alarms, 'arm'>;
}
