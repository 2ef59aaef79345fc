/**
 * Builds SQL that is true while the outcome of a requested capture is not known, or the provider has not confirmed the release of a hold
 * whose capture was refused, as an earlier request may execute late.
 *
 * @param alias names the row
 */
export function isBeingCaptured(alias: string): string {
  return `(${alias}.state = 'capturing' or ${alias}.state = 'releasing' and
    exists (select from capture_attempts where capture_attempts.authorization_id = ${alias}.authorization_id))`;
}

/**
 * Builds SQL that is true while the provider may capture an authorization, or have captured it: the outcome of a requested capture
 * is not known; or the provider has not confirmed the release of a hold whose capture was refused, as an earlier request may
 * execute late, or which was renewed, as an operator may have captured it at the provider's dashboard.
 *
 * @param alias names the row
 */
export function couldBeCaptured(alias: string): string {
  return `(${isBeingCaptured(alias)} or ${alias}.state = 'releasing' and exists (
    select from authorizations renewal where renewal.replaces_authorization_id = ${alias}.authorization_id
      and renewal.state = 'authorized' and renewal.bid_id is not null))`;
}
