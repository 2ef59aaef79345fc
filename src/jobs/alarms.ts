/** Every kind of alarm: for each the worker looks at the auction and makes the transition that is due. */
export const alarmKinds = ['open', 'close'] as const;

export type AlarmKind = (typeof alarmKinds)[number];

/** A scheduled check of an auction. The alarm holds the instant only: the state is read from PostgreSQL. */
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
   * Arms each alarm that is near, once: the same alarm again does nothing, another instant adds one. Never throws and
   * never waits longer than half a second: an alarm that cannot be armed is logged, and the sweep transitions the
   * auction instead.
   *
   * @returns whether every near alarm is armed
   */
  arm(alarms: readonly Alarm[]): Promise<boolean>;
}
