-- compatible-with: 0231
-- Answers with a secret are kept for repetitions, too, and sealed. A program before this one keeps none of them under a key.
alter table idempotency_key
  -- The answer when it holds a secret; response_body is then empty.
  add column response_sealed bytea,
  -- Null: a request with this key is at work, or was until in_use_until, and has left no answer.
  alter column response_status drop not null;
grant update (response_sealed) on idempotency_key to kontor_merchant, kontor_provider, kontor_engine;
grant select (merchant_id, caller_id, key, response_sealed) on idempotency_key to kontor_engine;

-- True while a change of a payment, refund or chargeback of this merchant, or of any for null, counts nowhere in the roll-ups.
-- A merchant may not read the table: it holds the changes of all of them.
create function has_deltas_aside(merchant uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from statistics_delta_aside where merchant is null or (delta ->> 'merchant_id')::uuid = merchant)
$$;
revoke execute on function has_deltas_aside(uuid) from public;
grant execute on function has_deltas_aside(uuid) to kontor_merchant, kontor_provider;
