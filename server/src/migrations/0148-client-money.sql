-- On each closed day, whether the money of merchants is all there (docs/adr/0148). Closed days cannot change, and neither can a row.
create table client_money_day (
  id uuid not null unique,
  business_day date not null,
  currency_code text not null,
  created_at timestamptz(3) not null,
  -- Minor units, at the end of the day: accounts 10 and 20.
  bank bigint not null,
  receivable bigint not null,
  -- What merchants are owed, and what others of them owe, which covers nothing of it: account 30, by book.
  payable bigint not null,
  owed_by_merchants bigint not null,
  -- Accounts 31 and 11.
  reserve bigint not null,
  in_transit bigint not null,
  -- What processors paid and nobody has explained: account 21, where it is more than was booked.
  unexplained bigint not null,
  -- Below zero: a shortfall.
  surplus bigint not null,
  primary key (business_day, currency_code),
  check (surplus = bank + receivable - payable - reserve - in_transit)
);
create index client_money_day_short on client_money_day (business_day desc) where surplus < 0;
grant select, insert on client_money_day to kontor_provider;
create function refuse_rewriting_client_money() returns trigger language plpgsql as $$
begin
  raise exception 'checks of client money are written once' using errcode = '42501';
end $$;
create trigger written_once before update or delete on client_money_day
  for each row execute function refuse_rewriting_client_money();
