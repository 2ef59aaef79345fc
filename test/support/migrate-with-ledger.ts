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

  create function note_movements() returns trigger language plpgsql as $$
  declare
    was text := case when tg_op = 'UPDATE' then old.status::text end;
    captured int := coalesce(new.captured_in_cents, new.amount_in_cents);
  begin
    insert into simulated_ledger (reference, effect, amount_in_cents, at)
    select new.reference, effect, amount, case when was is null then new.created_at else ${providerNow('new.account')} end
    from (values
      (1, 'held', new.amount_in_cents, new.status = 'authorized'),
      (2, 'captured', captured, new.status = 'captured'),
      -- If a payment is captured in part, the rest is released.
      (3, 'released', new.amount_in_cents - captured, new.status = 'captured' and captured < new.amount_in_cents),
      (4, 'released', new.amount_in_cents, new.status = 'released' and was not in ('opened', 'challenged', 'failed')),
      (5, 'lapsed', new.amount_in_cents, new.status = 'expired')
    ) movements (place, effect, amount, happens) where happens order by place;
    return null;
  end
  $$;

  create trigger note_new after insert on simulated_payments for each row when (new.status = 'authorized') execute function note_movements();
  -- A test that writes a payment by hand leaves its revision as it is.
  create trigger note_change after update on simulated_payments for each row when (new.revision > old.revision) execute function note_movements();`;
