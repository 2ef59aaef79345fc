/** A caller's condition for a change: the auction still has a representation that the caller has read. */
export interface Precondition {
  /** Distinguishes the prepared statements of representations. */
  readonly name: string;
  /** Returns SQL of the auction's representation, given SQL of the seller's instant. */
  readonly representation: (now: string) => string;
  /** The entity tags (`v1/entity-tag.ts`) of the representations that the caller has read. */
  readonly tags: readonly string[];
}
