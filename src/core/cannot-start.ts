/** Why a command cannot do its work here, in one sentence for the person who typed it; printed without a stack trace. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
