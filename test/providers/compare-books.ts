import type { Connection } from '../../src/platform/db/database.ts';
import { codesAboutAccount } from '../../src/payments/providers/failure-code.ts';

export interface Disagreement {
  readonly authorizationId: string | null;
  readonly reference: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly effects: string[];
}

/**
 * Compares the service's books with the simulated provider's, payment by payment: state, amount, and every movement of
 * money. Something still under way counts as a disagreement: they are to agree at rest.
 *
 * @returns what they disagree on
 */
export async function compareBooks(db: Connection): Promise<Disagreement[]> {
  const { rows } = await db.query<Disagreement>(`
    with theirs as (
      select p.reference, p.status::text as status, p.amount_in_cents, coalesce(p.captured_in_cents, p.amount_in_cents) as captured_in_cents,
        coalesce((select array_agg(l.effect::text order by l.entry_id) from simulated_ledger l
          where l.reference = p.reference and l.amount_in_cents = case l.effect when 'captured' then coalesce(p.captured_in_cents, p.amount_in_cents)
            when 'released' then p.amount_in_cents - coalesce(p.captured_in_cents, 0) else p.amount_in_cents end), '{}') as effects
      from simulated_payments p
    )
    select a.authorization_id as "authorizationId", coalesce(p.reference, a.provider_reference) as reference,
      a.state as ours, p.status as theirs, coalesce(p.effects, '{}') as effects
    from authorizations a full join theirs p on p.reference = a.provider_reference
    where a.value_in_cents is distinct from p.amount_in_cents and a.provider_reference is not null
      or not coalesce(
        case
          when a.authorization_id is null then false
          when p.reference is null then a.provider_reference is null and a.state in ('released', 'failed')
          when a.state = 'authorized' then p.status = 'authorized' and p.effects = '{held}'
          when a.state = 'captured' or a.state = 'captured_outside' and a.closed_at is not null then p.status = 'captured'
            and p.captured_in_cents = coalesce(a.captured_in_cents, a.value_in_cents)
            and p.effects = case when p.captured_in_cents < p.amount_in_cents then '{held,captured,released}' else '{held,captured}' end::text[]
          when a.state = 'expired' then p.status = 'expired' and p.effects = '{held,lapsed}'
            -- Somebody has cancelled it at the provider.
            or a.failure_code = 'authorization_expired' and p.status = 'released' and p.effects = '{held,released}'
          when a.state = 'released' then p.status = 'released' and p.effects in ('{}', '{held,released}')
          -- Cancelled, so that nobody can confirm it with another card.
          when a.state = 'failed' then p.status = 'released' and (p.effects = '{}'
            -- A refusal for the account is kept under no key: a second copy of the request held once the account was well again, and was released.
            or a.failure_code in (${codesAboutAccount}) and p.effects = '{held,released}')
        end, false)`);
  return rows;
}
