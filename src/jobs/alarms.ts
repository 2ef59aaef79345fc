/** A scheduled look at an auction: says when to look, never what is true. */
export interface Alarm {
  readonly kind: 'open' | 'close';
  readonly auctionId: string;
  /** The instant at which it is due, by PostgreSQL's clock. */
  readonly dueAt: Date;
}

export interface Alarms extends AsyncDisposable {
  /**
   * Arms each alarm once: the same alarm again does nothing, another instant adds one.
   * Never throws and never waits long: what cannot be armed is logged, and the sweep finds it.
   */
  arm(alarms: readonly Alarm[]): Promise<void>;
}
