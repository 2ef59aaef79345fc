/** A caller's condition for a change: the auction is still as the caller has read it. */
export interface Precondition {
  /** Distinguishes the prepared statements of representations. */
  readonly name: string;
  /** Returns SQL of the auction's representation, given SQL of the seller's instant. */
  readonly representation: (now: string) => string;
  /** The representation that the caller has read. */
  readonly text: string;
}
