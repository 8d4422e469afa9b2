-- Two attempts of a payment never have the same number, the first ones included (docs/adr/0059).
drop index payment_attempt_number;
create unique index payment_attempt_number on payment_attempt (merchant_id, transaction_created_at, transaction_id, attempt);

-- What a processor reported of money after it had refused the payment and another one got it. It changes no payment, and
-- people have to see it.
alter table payment_attempt
  add column late_status text check (length(late_status) <= 40 and (late_status is null or state <> 'OPEN'));
grant update (late_status) on payment_attempt to kontor_merchant, kontor_provider;

-- Everything else of an attempt that has ended stays as it is.
drop trigger a_ended on payment_attempt;
create trigger a_ended before update of merchant_id, transaction_created_at, transaction_id, id, attempt, processor_id,
  state, reason, began_at, ended_at on payment_attempt for each row execute function keep_attempt_ended();

alter table transaction_event
  drop constraint transaction_event_entity_check,
  add constraint transaction_event_entity_check check (entity in ('transaction', 'refund', 'chargeback', 'attempt'));

create function record_late_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := coalesce(nullif(current_setting('kontor.actor', true), ''), '{"kind":"system"}')::jsonb;
begin
  insert into transaction_event (merchant_id, transaction_created_at, transaction_id, entity, subject_id, from_status,
      to_status, actor_kind, actor_id, actor_name)
    values (new.merchant_id, new.transaction_created_at, new.transaction_id, 'attempt', new.id, old.late_status,
      new.late_status, actor->>'kind', (actor->>'id')::uuid, actor->>'name');
  return null;
end $$;
grant create on schema public to kontor_engine;
alter function record_late_report() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger c_late_report after update of late_status on payment_attempt for each row
  when (new.late_status is distinct from old.late_status) execute function record_late_report();
