/**
 * Builds SQL that is true while a requested capture of an authorization could still execute: the outcome is not known, or
 * the capture was refused and the provider has not confirmed the release. An earlier request may execute late.
 *
 * @param alias names the row
 */
export function couldBeCaptured(alias: string): string {
  return `(${alias}.state = 'capturing' or ${alias}.state = 'releasing' and exists (
    select from capture_attempts where capture_attempts.authorization_id = ${alias}.authorization_id))`;
}
