-- What makes, adds and drops partitions: docs/operations/partitions.md. They live in a schema of their own, so that `public`
-- shows each table once.

create schema if not exists partitions;

-- The least UUIDv7 of an instant: an id from then on is no smaller.
create or replace function partitions.least_id(instant timestamptz) returns uuid
language sql immutable
return (lpad(to_hex(floor(extract(epoch from instant) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;

-- An instant as a literal of the column that divides a table: its ids, which begin with their time, or its instants.
create or replace function partitions.literal(instant timestamptz, column_type regtype) returns text
language sql stable
return quote_literal(case column_type when 'uuid'::regtype then partitions.least_id(instant)::text else instant::text end);

-- The type of the column that divides a table.
create or replace function partitions.key_type(parent regclass) returns regtype
language sql stable
return (
  select atttypid from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
  where partrelid = parent);

-- The partitions of a table, and the instant at which each ends.
create or replace function partitions.ends(parent regclass) returns table (partition regclass, ends_at timestamptz)
language sql stable as $$
  select inhrelid::regclass,
    case partitions.key_type(parent) when 'uuid'::regtype then uuid_extract_timestamp(ends::uuid) else ends::timestamptz end
  from pg_inherits join pg_class on pg_class.oid = inhrelid,
    lateral (select substring(pg_get_expr(relpartbound, inhrelid) from 'TO \(''(.*)''\)') as ends) bound
  where inhparent = parent
$$;

-- Makes it sure that a table holds nothing beyond a border, and never will: writers wait for an instant, not for the look.
create or replace procedure partitions.bound(relation regclass, key name, border timestamptz)
language plpgsql as $$
declare
  key_type regtype := (select atttypid from pg_attribute where attrelid = relation and attname = key);
begin
  execute format('alter table %s add constraint before_border check (%I < %s) not valid',
    relation, key, partitions.literal(border, key_type));
  commit;
  execute format('alter table %s validate constraint before_border', relation);
end
$$;

-- What `like` leaves out: how the statistics of a column are to be read.
create or replace procedure partitions.copy_options(original regclass, copy regclass)
language plpgsql as $$
declare
  of_column record;
begin
  for of_column in select attname, attoptions from pg_attribute where attrelid = original and attoptions is not null loop
    execute format('alter table %s alter column %I set (%s)',
      copy, of_column.attname, array_to_string(of_column.attoptions, ', '));
  end loop;
end
$$;

-- Makes a partitioned table of one that was bound. All that it holds so far is the first partition: nothing is copied or read.
-- Its unique keys have to hold the column already, and no foreign key may point to it.
create or replace procedure partitions.convert(relation name, key name, border timestamptz)
language plpgsql as $$
declare
  parent text := format('public.%I', relation);
  first_name text := format('%s_before_%s', relation, to_char(border at time zone 'UTC', 'YYYYMMDD'));
  first text := format('partitions.%I', first_name);
  statement text;
begin
  execute format('alter table %s set schema partitions', parent);
  execute format('alter table partitions.%I rename to %I', relation, first_name);
  execute format('create table %s (like %s including all excluding indexes) partition by range (%I)', parent, first, key);
  execute format('alter table %s drop constraint before_border', parent);
  call partitions.copy_options(first::regclass, parent::regclass);
  for statement in
    select format('alter table %s add constraint %I %s', parent, conname, pg_get_constraintdef(oid))
    from pg_constraint where conrelid = first::regclass and contype in ('p', 'f')
    union all
    select replace(pg_get_indexdef(indexrelid), format(' ON %s ', first), format(' ON %s ', parent))
    from pg_index where indrelid = first::regclass and not indisprimary
  loop
    execute statement;
  end loop;
  -- What the table was bound to tells that no row has to be looked at.
  execute format('alter table %s attach partition %s for values from (minvalue) to (%s)',
    parent, first, partitions.literal(border, partitions.key_type(parent::regclass)));
  execute format('alter table %s drop constraint before_border', first);
end
$$;

-- Adds partitions of `step` each, from where the last one ends until there are some for `ahead` from now.
create or replace procedure partitions.add(parent regclass, step interval, ahead interval)
language plpgsql set timezone = 'UTC' as $$
declare
  begins_at timestamptz := (select max(ends_at) from partitions.ends(parent));
  partition text;
begin
  while begins_at <= now() + ahead loop
    partition := format('partitions.%I', format('%s_%s', parent, to_char(begins_at, 'YYYYMMDD')));
    execute format('create table %s (like %s including all)', partition, parent);
    call partitions.copy_options(parent, partition::regclass);
    -- Attached, and not made as a partition of it: so nobody who reads has to wait.
    execute format('alter table %s attach partition %s for values from (%s) to (%s)', parent, partition,
      partitions.literal(begins_at, partitions.key_type(parent)),
      partitions.literal(begins_at + step, partitions.key_type(parent)));
    begins_at := begins_at + step;
  end loop;
end
$$;

-- Drops the partitions that end by `instant`. Rows that refer to them have to be gone before.
create or replace procedure partitions.drop(parent regclass, instant timestamptz)
language plpgsql as $$
declare
  old regclass;
begin
  for old in select partition from partitions.ends(parent) where ends_at <= instant order by ends_at loop
    execute format('alter table %s detach partition %s', parent, old);
    execute format('drop table %s', old);
  end loop;
end
$$;

-- Since when webhooks are kept: what is still being delivered is not old, however long ago it happened.
create or replace function partitions.webhooks_kept_since(kept interval) returns timestamptz
language sql stable as $$
  select least(now() - kept, (
    select uuid_extract_timestamp(event_id) from webhook_deliveries where next_attempt_at is not null
    order by event_id limit 1))
$$;

-- Refuses a payment that stands behind another authorization already.
create or replace function partitions.claim_reference() returns trigger
language plpgsql as $$
begin
  if new.provider_reference is not null and (tg_op = 'INSERT' or new.provider_reference is distinct from old.provider_reference) then
    insert into partitions.provider_references values (new.provider, new.provider_reference);
  end if;
  return null;
end
$$;
