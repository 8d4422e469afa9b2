-- compatible-with: 0167
-- What a payment leaves for ever takes less room (docs/adr/0181).

-- Best customers: those of payments that have one.
drop index transaction_of_customers;
create index transaction_of_customers on transaction (merchant_id, created_at)
  include (organisation_id, customer_id, currency_code, amount) where customer_id is not null;

-- What no person and no key did has no name but its kind.
create or replace function record_transaction_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := coalesce(nullif(current_setting('kontor.actor', true), ''), '{"kind":"system"}')::jsonb;
  name text := nullif(actor->>'name', actor->>'kind');
begin
  if tg_op = 'UPDATE' and new.status = old.status then
    return new;
  end if;
  if tg_argv[0] = 'transaction' then
    insert into transaction_event (merchant_id, transaction_created_at, transaction_id, entity, from_status, to_status,
        amount, reason, actor_kind, actor_id, actor_name)
      values (new.merchant_id, new.created_at, new.id, 'transaction', case when tg_op = 'UPDATE' then old.status end,
        new.status, null, new.status_reason, actor->>'kind', (actor->>'id')::uuid, name);
  else
    insert into transaction_event (merchant_id, transaction_created_at, transaction_id, entity, subject_id, from_status,
        to_status, amount, reason, actor_kind, actor_id, actor_name)
      values (new.merchant_id, (to_jsonb(new)->>'transaction_created_at')::timestamptz,
        (to_jsonb(new)->>'transaction_id')::uuid, tg_argv[0], new.id, case when tg_op = 'UPDATE' then old.status end,
        new.status, new.amount, coalesce(to_jsonb(new)->>'status_reason', to_jsonb(new)->>'reason'), actor->>'kind',
        (actor->>'id')::uuid, name);
  end if;
  return new;
end $$;
