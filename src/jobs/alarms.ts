/** Every kind of alarm. What a worker looks at when one rings stands in one table, src/worker/ring-alarm.ts. */
export const alarmKinds = ['open', 'close'] as const;

export type AlarmKind = (typeof alarmKinds)[number];

/** A scheduled look at an auction: says when to look, never what is true. */
export interface Alarm {
  readonly kind: AlarmKind;
  readonly auctionId: string;
  /** The instant at which it is due, by PostgreSQL's clock. */
  readonly dueAt: Date;
}

/** Alarms farther away than this are not armed: the sweep arms them as they near, so that the queue stays small. */
export const armingHorizonMs = 15 * 60 * 1000;

export interface Alarms extends AsyncDisposable {
  /**
   * Arms each alarm that is near, once: the same alarm again does nothing, another instant adds one.
   * Never throws and never waits longer than half a second: what cannot be armed is logged, and the sweep turns
   * the auction all the same.
   *
   * @returns whether every near alarm is armed
   */
  arm(alarms: readonly Alarm[]): Promise<boolean>;
}
