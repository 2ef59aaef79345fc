/** The job of one webhook attempt. The job names the delivery only: its state is read from PostgreSQL. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /**
   * The number of this attempt, counted from 1. The job does nothing if an attempt with this number has already
   * begun.
   */
  readonly attempt: number;
}

const pattern = /^deliver-([0-9a-f-]{36})-(\d+)$/;

/** Returns the id that *is* the job: the queue ignores an id that it already has, so an attempt is queued once. */
export function deliveryJobId({ deliveryId, attempt }: DeliveryJob): string {
  return `deliver-${deliveryId}-${attempt}`;
}

/**
 * Reads the delivery and attempt that an id names.
 *
 * @returns `null` for an id that this version of the service did not write
 */
export function readDeliveryJobId(id: string): DeliveryJob | null {
  const [, deliveryId, attempt] = pattern.exec(id) ?? [];
  if (deliveryId === undefined || attempt === undefined) return null;
  return { deliveryId, attempt: Number(attempt) };
}
