-- Takes back what prepare.sql has done, all of it or as far as it came. After the switch it refuses.

begin;
set local lock_timeout = '500ms';
do $$
begin
  if (select relkind from pg_class where oid = 'public.auctions'::regclass) = 'p' then
    raise exception 'The tables are partitioned already.';
  end if;
end
$$;
alter table auctions drop constraint if exists before_border;
alter table bids drop constraint if exists before_border;
alter table authorizations drop constraint if exists before_border;
alter table capture_attempts drop constraint if exists before_border;
alter table webhook_events drop constraint if exists before_border;
alter table webhook_deliveries drop constraint if exists before_border;
alter table webhook_attempts drop constraint if exists before_border, drop constraint if exists event_known;
alter table audit_log drop constraint if exists before_border;
drop trigger if exists claim_reference on authorizations;
drop table if exists partitions.provider_references;
drop index if exists bids_key, authorizations_key, authorizations_one_backing_key, authorizations_one_renewal_key,
  authorizations_reference, capture_attempts_key, webhook_deliveries_key, webhook_attempts_key, audit_log_key;
drop function if exists partitions.first_border();
commit;
