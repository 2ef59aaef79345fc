import type { Queue } from 'bullmq';

/** Every kind of alarm: for each the worker looks at the auction and makes the transition that is due. */
export const alarmKinds = ['open', 'close'] as const;

/** A scheduled check of an auction. The alarm holds the instant only: the state is read from PostgreSQL. */
export interface Alarm {
  readonly kind: (typeof alarmKinds)[number];
  readonly auctionId: string;
  /** The instant at which it is due, by PostgreSQL's clock. */
  readonly dueAt: Date;
}

/** Alarms farther away than this are not armed: the sweep arms them as they near, so that the queue stays small. */
export const armingHorizonMs = 15 * 60 * 1000;

export interface Alarms extends AsyncDisposable {
  /**
   * Arms each alarm that is near, once: the same alarm again does nothing, another instant adds one. Never throws and
   * never waits longer than half a second: an alarm that cannot be armed is logged, and the sweep transitions the
   * auction instead.
   *
   * @returns whether every near alarm is armed
   */
  arm(alarms: readonly Alarm[]): Promise<boolean>;
  /** Returns the queue of this process, which is open from the start on. @throws when its store does not answer */
  queue(): Promise<Queue>;
}

const pattern = new RegExp(`^(${alarmKinds.join('|')})-([0-9a-f-]{36})-(\\d+)$`);

/**
 * `close-<auctionId>-<unix milliseconds>`: the id *is* the alarm. The queue ignores an id that it already has, so the
 * same alarm is armed once, and a moved period is another alarm.
 */
export function alarmId({ kind, auctionId, dueAt }: Alarm): string {
  return `${kind}-${auctionId}-${dueAt.getTime()}`;
}

/**
 * Reads the alarm that an id names.
 *
 * @returns `null` for an id that this version of the service did not write
 */
export function readAlarmId(id: string): Alarm | null {
  const [, kind, auctionId, dueAtMs] = pattern.exec(id) ?? [];
  if (kind === undefined || auctionId === undefined || dueAtMs === undefined) return null;
  return { kind: kind as Alarm['kind'], auctionId, dueAt: new Date(Number(dueAtMs)) };
}
