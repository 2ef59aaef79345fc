import { providerNow } from '../../src/payments/providers/simulated/provider-clock.ts';
import { applyMigrations } from '../../src/platform/db/migrate.ts';
import { administer } from './administer.ts';

/**
 * Migrates an empty database, and adds `simulated_ledger`: what the simulated provider does with money, one entry for each write of a payment that
 * moves some. Nothing but tests reads it. A write that a race has repeated has a second entry.
 */
export async function migrateWithLedger(url: string): Promise<void> {
  await applyMigrations(url);
  await administer(url, ledger);
}

const ledger = `
  create table simulated_ledger (
    entry_id bigserial primary key,
    reference text not null,
    effect text not null,
    amount_in_cents int not null,
    at timestamptz(3) not null
  );
  create index on simulated_ledger (reference, entry_id);

  ${noteMovements('new', 'insert', 'select *, null as was from new_rows', 'new table as new_rows')}
  -- A test that writes a payment by hand leaves its revision as it is.
  ${noteMovements(
    'change',
    'update',
    `select n.*, o.status::text as was from new_rows n join old_rows o using (reference) where n.revision > o.revision`,
    'new table as new_rows old table as old_rows',
  )}`;

/** Builds SQL of a trigger that runs once for each statement, so that benches with a ledger measure little of it. */
function noteMovements(name: string, event: string, written: string, tables: string): string {
  return `
  create function note_${name}() returns trigger language plpgsql as $$
  begin
    insert into simulated_ledger (reference, effect, amount_in_cents, at)
    select reference, effect, amount, case when was is null then created_at else ${providerNow('account')} end
    from (${written}) p, coalesce(captured_in_cents, amount_in_cents) captured, lateral (values
      (1, 'held', amount_in_cents, status = 'authorized'),
      (2, 'captured', captured, status = 'captured'),
      -- If a payment is captured in part, the rest is released.
      (3, 'released', amount_in_cents - captured, status = 'captured' and captured < amount_in_cents),
      (4, 'released', amount_in_cents, status = 'released' and was not in ('opened', 'challenged', 'failed')),
      (5, 'lapsed', amount_in_cents, status = 'expired')
    ) movements (place, effect, amount, happens) where happens order by reference, place;
    return null;
  end
  $$;
  create trigger note_${name} after ${event} on simulated_payments referencing ${tables}
    for each statement execute function note_${name}();`;
}
