/** A try at delivering a webhook: says whose turn it is, never what is true. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /** Which try this is, counted from 1: it comes to nothing where another one with this number has begun. */
  readonly attempt: number;
}

const pattern = /^deliver-([0-9a-f-]{36})-(\d+)$/;

/** The id *is* the job: the queue ignores an id that it already has, so the same try is put into it once. */
export function deliveryJobId({ deliveryId, attempt }: DeliveryJob): string {
  return `deliver-${deliveryId}-${attempt}`;
}

/** @returns `null` for an id that this version of the service did not write */
export function readDeliveryJobId(id: string): DeliveryJob | null {
  const [, deliveryId, attempt] = pattern.exec(id) ?? [];
  if (deliveryId === undefined || attempt === undefined) return null;
  return { deliveryId, attempt: Number(attempt) };
}
