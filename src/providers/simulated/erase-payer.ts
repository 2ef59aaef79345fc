import type { Connection } from '../../db/database.ts';

/**
 * Removes the payer from the provider's books: the e-mail address of the payments that were opened for these authorizations, and
 * the address that the bank was to lead back to, which names the bidder. Earlier versions authorized by a call of its own, and sent more of the form along.
 */
export async function erasePayer(
  db: Connection,
  { authorizationIds, pseudonym }: { readonly authorizationIds: readonly string[]; readonly pseudonym: string },
): Promise<void> {
  await db.query({
    name: 'simulated-erase-payer',
    text: `
      with opened as (
        update simulated_answers set request = jsonb_set(request - 'returnUrl', '{email}', to_jsonb($2::text))
        where idempotency_key in (select 'open:' || id from unnest($1::text[]) id)
        returning answer ->> 'reference' as reference
      ), presented as (
        update simulated_answers set request = request #- '{authorize,returnUrl}'
          #- '{authorize,email}' #- '{authorize,bidderId}' #- '{authorize,browserId}'
        where idempotency_key in (select 'authorize:' || id from unnest($1::text[]) id)
      )
      update simulated_payments set email = $2 from opened where simulated_payments.reference = opened.reference`,
    values: [authorizationIds, pseudonym],
  });
}
