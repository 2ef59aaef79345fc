/** Tells the parts of a worker that follow up events and send messages whether captures and releases need the processors more. */
export interface RightOfWay {
  /** Captures or releases may be due for which this process has no place yet. The others do a batch a second meanwhile. */
  readonly isTaken: boolean;
  /**
   * Notes what the last claim of some work has found.
   *
   * @param isBehind there may be more than this process has places for
   */
  note(work: string, isBehind: boolean): void;
}

/**
 * When thousands of auctions end at once, each leaves an event for every bidder, and most of these a message: following them up takes as long as
 * selling does. Captures and releases come first. The others never stop: they are slow while a worker is behind.
 */
export function makeRightOfWay(): RightOfWay {
  const behind = new Set<string>();
  return {
    get isTaken() {
      return behind.size > 0;
    },
    note(work, isBehind) {
      if (isBehind) behind.add(work);
      else behind.delete(work);
    },
  };
}
