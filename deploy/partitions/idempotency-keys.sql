-- Divides the answers of idempotency keys by seller and key, so that old ones are cleared away from several tables at a time.
-- Those of the last 24 hours are copied meanwhile, and requests that carry a key wait.

begin;
set local lock_timeout = '500ms';
create schema if not exists partitions;
lock table idempotency_keys;
alter table idempotency_keys set schema partitions;
create table public.idempotency_keys (like partitions.idempotency_keys including all) partition by hash (seller_id, key);
alter table public.idempotency_keys add constraint idempotency_keys_seller_id_fkey
  foreign key (seller_id) references sellers on update cascade on delete restrict;
do $$
begin
  for remainder in 0..7 loop
    execute format('create table partitions.%I partition of public.idempotency_keys for values with (modulus 8, remainder %s)',
      'idempotency_keys_' || remainder, remainder);
  end loop;
end
$$;
insert into public.idempotency_keys select * from partitions.idempotency_keys;
drop table partitions.idempotency_keys;
commit;
