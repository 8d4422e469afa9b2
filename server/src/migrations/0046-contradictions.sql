-- What a processor says against a status of ours is a row that a person ends, and what it takes back is undone
-- (docs/adr/0080).

create table contradiction (
  merchant_id uuid not null references merchant,
  created_at timestamptz(3) not null,
  id uuid not null,
  organisation_id uuid not null,
  processor_id uuid not null,
  -- Null: what the processor reports belongs to nothing that we know.
  transaction_created_at timestamptz(3),
  transaction_id uuid,
  refund_id uuid,
  -- The order that the report is about, and its reference at the processor.
  operation_id uuid,
  kind text not null check (kind in ('payment', 'capture', 'void', 'refund', 'chargeback', 'answer', 'not_understood')),
  -- What makes two reports the same: the order, else the chargeback, else the word that was not understood.
  about text not null check (length(about) between 1 and 100),
  -- The payment has gone on to another processor than the one that reports.
  superseded boolean not null default false,
  we_say text check (length(we_say) <= 100),
  they_say text not null check (length(they_say) between 1 and 100 and not contains_card_number(they_say)),
  our_amount bigint,
  currency_code text references currency,
  their_amount bigint,
  their_currency_code text check (length(their_currency_code) <= 10),
  processor_id_external text collate "C" check (length(processor_id_external) <= 255),
  notification_id text check (length(notification_id) <= 255),
  -- Of the report that is the latest of its kind.
  reported_at timestamptz(3) not null default engine_now(),
  -- WITHDRAWN: the processor took its report back.
  state text not null default 'OPEN' check (state in ('OPEN', 'TAKEN_OVER', 'PAID_BACK', 'WITHDRAWN', 'CLOSED')),
  resolved_at timestamptz(3),
  resolved_by text,
  note text check (length(note) between 1 and 1000 and not contains_card_number(note)),
  primary key (merchant_id, created_at, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id),
  foreign key (merchant_id, transaction_created_at, transaction_id) references transaction (merchant_id, created_at, id),
  check ((transaction_id is null) = (transaction_created_at is null)),
  check ((state = 'OPEN') = (resolved_at is null)),
  check (state <> 'CLOSED' or note is not null)
);
-- A repetition is not recorded again, and neither are two at once.
create unique index contradiction_same on contradiction (merchant_id, processor_id, kind, about,
  coalesce(their_amount, -1), coalesce(their_currency_code, ''));
create index contradiction_created on contradiction (created_at, id);
create index contradiction_open on contradiction (created_at, id) where state = 'OPEN';
create index contradiction_transaction on contradiction (merchant_id, transaction_id) where transaction_id is not null;

alter table contradiction enable row level security, force row level security;
create policy own_merchant on contradiction to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on contradiction to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, update (we_say, they_say, notification_id, reported_at, state, resolved_at, resolved_by, note)
  on contradiction to kontor_merchant, kontor_provider;
grant select on contradiction to kontor_engine;
select record_changes_of('contradiction', 'contradiction');

-- ---------------------------------------------------------------------------------------------- its trail

-- The check allows one word more than before, so the rows of before need not be read for it.
alter table transaction_event
  drop constraint transaction_event_entity_check,
  add constraint transaction_event_entity_check
    check (entity in ('transaction', 'refund', 'chargeback', 'attempt', 'contradiction')) not valid;

-- A report: from what we say to what the processor says. Its end: from OPEN to the state, with the note.
create function record_contradiction() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor jsonb := coalesce(nullif(current_setting('kontor.actor', true), ''), '{"kind":"system"}')::jsonb;
  is_report boolean := tg_op = 'INSERT' or new.they_say <> old.they_say or (old.state <> 'OPEN' and new.state = 'OPEN');
begin
  if new.transaction_id is null or not (is_report or new.state <> old.state) then
    return null;
  end if;
  insert into transaction_event (merchant_id, transaction_created_at, transaction_id, entity, subject_id, from_status,
      to_status, amount, reason, actor_kind, actor_id, actor_name)
    values (new.merchant_id, new.transaction_created_at, new.transaction_id, 'contradiction', new.id,
      case when is_report then new.we_say else old.state end, case when is_report then new.they_say else new.state end,
      -- The timeline shows amounts in the currency of the payment.
      case when new.their_currency_code = new.currency_code then new.their_amount end,
      case when not is_report then new.note end, actor->>'kind', (actor->>'id')::uuid, actor->>'name');
  return null;
end $$;

-- ---------------------------------------------------------------------------------------------- what a person took over

-- A status that a person took over from a processor may follow any other.
create or replace function check_status_transition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status = old.status then
    return new;
  end if;
  if not exists (select from status_transition t
      where t.entity = tg_argv[0] and t.from_status = old.status and t.to_status = new.status)
    and not (tg_argv[0] in ('transaction', 'refund') and exists (select from contradiction c
      where c.merchant_id = new.merchant_id and c.state in ('TAKEN_OVER', 'PAID_BACK')
        and c.we_say = old.status and c.they_say = new.status
        and case tg_argv[0] when 'transaction' then c.transaction_id = new.id and c.refund_id is null
          else c.refund_id = new.id end)) then
    raise exception '% may not go from % to %', tg_argv[0], old.status, new.status
      using errcode = '23514', constraint = 'status_transition';
  end if;
  new.last_status_update := engine_now();
  return new;
end $$;

-- A payment takes a use of its link when it begins and gives it back when it comes to nothing. One that a person takes over
-- takes it again, as far as another payment has not. One that is undone is seen in the link's history, and the link stays.
create or replace function move_link_uses() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  what text;
  is_open boolean := tg_op = 'UPDATE' and old.status in ('INITIATED', 'PENDING', 'UNKNOWN');
  gives_back boolean := false;
  takes_again boolean := false;
begin
  if tg_op = 'INSERT' then
    what := 'attempted';
  elsif is_open and new.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED') then
    what := 'failed';
    gives_back := true;
  elsif old.status in ('SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED') and new.status = 'FAILED' then
    what := 'failed';
  elsif new.status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')
    and (is_open or old.status in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED')) then
    what := 'paid';
    takes_again := not is_open;
  else
    return null;
  end if;
  insert into link_event (merchant_id, payment_link_id, card_add_link_id, kind, detail, transaction_created_at, transaction_id)
    values (new.merchant_id, new.payment_link_id, new.card_add_link_id, what,
      case when what = 'failed' then coalesce(new.status_reason, lower(new.status)) end, new.created_at, new.id);
  update payment_link link set
      attempts = attempts + (what = 'attempted')::int,
      uses_reserved = uses_reserved + (what = 'attempted' or takes_again)::int - gives_back::int,
      uses = uses + (what = 'paid')::int,
      status = case
        when what = 'paid' and status = 'INITIATED' and uses + 1 = max_uses then 'DONE'
        when gives_back and status = 'INITIATED' and not reusable and attempts >= 10 then 'EXPIRED'
        else status end,
      status_reason = case
        when gives_back and status = 'INITIATED' and not reusable and attempts >= 10 then 'maximum_attempts'
        else status_reason end
    where link.merchant_id = new.merchant_id and link.id = new.payment_link_id
      -- Another payment may have used the link up meanwhile.
      and not (takes_again and uses_reserved >= coalesce(max_uses, 2147483647));
  update card_add_link link set
      attempts = attempts + (what = 'attempted')::int,
      uses_reserved = uses_reserved + (what = 'attempted' or takes_again)::int - gives_back::int,
      card_id = case when what = 'paid' and status = 'INITIATED' then new.card_id else card_id end,
      status = case
        when what = 'paid' and status = 'INITIATED' and new.card_id is not null then 'DONE'
        when gives_back and status = 'INITIATED' and attempts >= 10 then 'EXPIRED'
        else status end,
      status_reason = case
        when gives_back and status = 'INITIATED' and attempts >= 10 then 'maximum_attempts'
        else status_reason end
    where link.merchant_id = new.merchant_id and link.id = new.card_add_link_id
      and not (takes_again and uses_reserved >= 1);
  return null;
end $$;

-- A payment takes its cycle when it begins and gives it back when it comes to nothing. One that a person takes over may find
-- the cycle paid by another: then the cycle stays as it is, and is paid once.
create or replace function move_subscription_cycle() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nothing text[] := array['DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED', 'AUTHORIZATION_VOIDED'];
  before int := case when tg_op = 'UPDATE' and old.status <> all (nothing) then 1 else 0 end;
  after int := case when new.status <> all (nothing) then 1 else 0 end;
begin
  if tg_op = 'INSERT' then
    update subscription_cycle c set living = living + after, tries = tries + 1, status = 'PAYING',
        transaction_created_at = new.created_at, transaction_id = new.id
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle;
  elsif after <> before then
    -- Locked first: the next statement then sees what another payment of the cycle has committed.
    perform from subscription_cycle c
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle
      for update;
    update subscription_cycle c set
        living = least(1, (select count(*) from transaction t
          where t.merchant_id = c.merchant_id and t.subscription_id = c.subscription_id and t.subscription_cycle = c.cycle
            -- A cycle may be written a moment after the instant of its payment. The bound leaves out the months before.
            and t.created_at >= c.created_at - interval '40 days' and t.status <> all (nothing))),
        status = case when after > before and takes_it then 'PAYING' else status end,
        transaction_created_at = case when after > before and takes_it then new.created_at else transaction_created_at end,
        transaction_id = case when after > before and takes_it then new.id else transaction_id end
      from (select x.status = 'OPEN' and x.living = 0 and s.status in ('CREATED', 'ACTIVE', 'PAST_DUE') as takes_it
        from subscription_cycle x join subscription s on s.merchant_id = x.merchant_id and s.id = x.subscription_id
        where x.merchant_id = new.merchant_id and x.subscription_id = new.subscription_id and x.cycle = new.subscription_cycle) found
      where c.merchant_id = new.merchant_id and c.subscription_id = new.subscription_id and c.cycle = new.subscription_cycle;
  end if;
  return null;
end $$;
grant select on subscription to kontor_engine;

-- ---------------------------------------------------------------------------------------------- late reports become rows

-- The owner of the tables may be subject to row-level security.
alter table contradiction no force row level security;
alter table payment_attempt no force row level security;
alter table transaction no force row level security;
alter table transaction_event no force row level security;
insert into contradiction (merchant_id, created_at, id, organisation_id, processor_id, transaction_created_at, transaction_id,
    operation_id, kind, about, superseded, we_say, they_say, our_amount, currency_code, their_amount, their_currency_code,
    reported_at)
  select a.merchant_id, e.at, id_at(e.at), t.organisation_id, a.processor_id, a.transaction_created_at, a.transaction_id,
    a.id, 'payment', a.id, true, a.state, a.late_status, t.amount, t.currency_code, t.amount, t.currency_code, e.at
  from payment_attempt a
  join transaction t on (t.merchant_id, t.created_at, t.id) = (a.merchant_id, a.transaction_created_at, a.transaction_id)
  cross join lateral (select coalesce(max(x.at), a.ended_at) as at from transaction_event x
    where (x.merchant_id, x.transaction_created_at, x.transaction_id) = (a.merchant_id, a.transaction_created_at, a.transaction_id)
      and x.entity = 'attempt' and x.subject_id = a.id) e
  where a.late_status not in ('DECLINED', 'FAILED', 'ABANDONED', 'CANCELLED');
alter table contradiction force row level security;
alter table payment_attempt force row level security;
alter table transaction force row level security;
alter table transaction_event force row level security;

drop trigger c_late_report on payment_attempt;
drop function record_late_report();
drop trigger a_ended on payment_attempt;
alter table payment_attempt drop column late_status;

-- An attempt that has ended is changed by nothing but a person who took over what its processor says.
create or replace function keep_attempt_ended() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.state <> 'OPEN' and not (new.state = 'APPROVED' and exists (select from contradiction c
      where c.merchant_id = new.merchant_id and c.transaction_id = new.transaction_id and c.processor_id = new.processor_id
        and c.state in ('TAKEN_OVER', 'PAID_BACK'))) then
    raise exception 'the attempt % of payment % has ended', old.attempt, old.transaction_id
      using errcode = '23514', constraint = 'payment_attempt_ended';
  end if;
  return new;
end $$;
create trigger a_ended before update on payment_attempt for each row execute function keep_attempt_ended();

-- ---------------------------------------------------------------------------------------------- undone

-- Since when the processor says that what it did is no more: an older success that arrives later changes nothing.
alter table transaction add column undone_at timestamptz(3);
alter table refund add column undone_at timestamptz(3);
grant update (undone_at) on transaction, refund to kontor_merchant, kontor_provider;

grant create on schema public to kontor_engine;
alter function record_contradiction() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger c_event after insert or update of they_say, state on contradiction
  for each row execute function record_contradiction();
