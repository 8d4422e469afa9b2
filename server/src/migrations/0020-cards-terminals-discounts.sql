-- How the holder of a stored card was authenticated, what terminals asked, and discounts that are given no more.

-- ATTEMPTED: the holder's bank took no part, the card's brand stood in for it. Null: from before this was asked.
alter table card add column three_d_secure text check (three_d_secure in ('AUTHENTICATED', 'ATTEMPTED', 'NOT_TRIED'));

-- What a terminal asked of the payments API, and what it was answered: also when it was refused.
create table terminal_request (
  merchant_id uuid not null,
  terminal_id uuid not null,
  id bigint generated always as identity,
  at timestamptz(3) not null default engine_now(),
  response_code smallint not null check (response_code between 200 and 599),
  -- Of a refusal.
  code text,
  -- What was wrong with the request, by path: {"body.currency_code": "must_be_EUR"}.
  details jsonb,
  merchant_reference text check (length(merchant_reference) <= 100 and not contains_card_number(merchant_reference)),
  transaction_id uuid,
  actor_name text,
  duration_ms int not null check (duration_ms >= 0),
  request_id text not null,
  primary key (merchant_id, terminal_id, id),
  foreign key (merchant_id, terminal_id) references terminal (merchant_id, id)
);
create index terminal_request_at on terminal_request (at);
alter table terminal_request enable row level security, force row level security;
create policy own_merchant on terminal_request to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on terminal_request to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, delete on terminal_request to kontor_merchant, kontor_provider;

-- One that was given is kept for those who have it.
alter table subscription_discount add column deleted_at timestamptz(3);
grant update (deleted_at) on subscription_discount to kontor_merchant, kontor_provider;
