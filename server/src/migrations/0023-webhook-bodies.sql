-- The words of a webhook are made in TypeScript (docs/adr/0053): here is kept how the thing was when its status changed.

alter table webhook
  -- Until the body is made of it, and then no more. What was told before this has its body.
  add column told jsonb,
  alter column payload drop not null,
  add constraint webhook_told_or_made check (num_nonnulls(told, payload) = 1);
create index webhook_unmade on webhook (merchant_id, id) where payload is null;
grant update (told, payload) on webhook to kontor_provider;

-- A thing's row, and beside it what lies elsewhere: the payment that it is of, the payment that last used a link.
create function webhook_told(kind text, item jsonb) returns jsonb
language plpgsql stable set search_path = public, pg_temp as $$
begin
  return jsonb_build_object('item', item,
    'transaction', case when kind in ('refund', 'chargeback') then (select to_jsonb(t) from transaction t
      where t.merchant_id = (item ->> 'merchant_id')::uuid
        and t.created_at = (item ->> 'transaction_created_at')::timestamptz and t.id = (item ->> 'transaction_id')::uuid) end,
    'paid_by', case kind
      when 'paymentlink' then (select e.transaction_id from link_event e
        where e.merchant_id = (item ->> 'merchant_id')::uuid and e.payment_link_id = (item ->> 'id')::uuid
          and e.kind = 'paid' order by e.id desc limit 1)
      when 'cardlink' then (select e.transaction_id from link_event e
        where e.merchant_id = (item ->> 'merchant_id')::uuid and e.card_add_link_id = (item ->> 'id')::uuid
          and e.kind = 'paid' order by e.id desc limit 1) end);
end $$;

create or replace function tell_status(item_type text, item jsonb, address text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  at timestamptz(3) := engine_now();
begin
  insert into webhook (merchant_id, id, organisation_id, type, item_id, status, url, created_at, told)
    values ((item ->> 'merchant_id')::uuid, id_at(at), (item ->> 'organisation_id')::uuid, item_type, (item ->> 'id')::uuid,
      item ->> 'status', address, at, webhook_told(item_type, item));
end $$;

drop function webhook_data(text, jsonb);
drop function webhook_kind(text, text);
drop function webhook_instant(timestamptz);
