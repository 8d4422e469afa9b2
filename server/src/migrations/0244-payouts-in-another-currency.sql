-- A settlement may be paid out in another currency (docs/adr/0215). A program before this one pays it in its own.

insert into ledger_code values (43, 'fx_revenue', 'C', null);
insert into ledger_kind values (49, 'fx_margin', 30, 43);
-- Not valid: the rows before have kinds that were allowed, and are too many to be read under this lock.
alter table ledger_transfer drop constraint ledger_transfer_kind_check;
alter table ledger_transfer add constraint ledger_transfer_kind_check check (kind between 1 and 49) not valid;
alter policy own_merchant on ledger_transfer
  using (merchant_id = current_merchant()
    and kind in (1, 2, 3, 4, 7, 8, 9, 10, 12, 14, 15, 16, 19, 20, 21, 23, 24, 25, 26, 27, 32, 33, 35, 39, 40, 41, 42, 43, 44,
      45, 46, 47, 48, 49));

alter table settlement_profile
  -- Null: it is paid out in its own currency.
  add column payout_currency_code text references currency,
  -- Of what is exchanged, in millionths. It is the provider's.
  add column fx_margin_ppm int not null default 0 check (fx_margin_ppm between 0 and 100000),
  add constraint settlement_profile_payout_currency check (payout_currency_code <> currency_code),
  add constraint settlement_profile_fx_margin check (payout_currency_code is not null or fx_margin_ppm = 0);
grant update (payout_currency_code, fx_margin_ppm) on settlement_profile to kontor_provider;

alter table settlement
  -- The currency of the payout. Null: its own, and what is paid is `paid`.
  add column payout_currency_code text references currency,
  -- What `paid` is in it, what of that is the margin, and what is left to be paid, in minor units.
  add column exchanged bigint,
  add column fx_margin bigint,
  add column payout_amount bigint check (payout_amount > 0),
  add column fx_margin_ppm int,
  -- Units for one euro of the two currencies, as published for the day; 1: it is the euro.
  add column sold_per_euro numeric,
  add column bought_per_euro numeric,
  add column rate_on date,
  add column rate_source text,
  -- Why nothing is paid although there is enough. RATE_MISSING: no rate was known that was new enough. RATE_DOUBTFUL: it differs too
  -- much from the one before it.
  add column unpaid_because text check (unpaid_because in ('RATE_MISSING', 'RATE_DOUBTFUL')),
  add constraint settlement_payout_currency check (num_nulls(payout_currency_code, exchanged, fx_margin, payout_amount, fx_margin_ppm, sold_per_euro,
      bought_per_euro, rate_on, rate_source) in (0, 9) and (payout_currency_code is null or (paid > 0 and payout_currency_code <> currency_code))),
  add constraint settlement_exchanged check (exchanged = fx_margin + payout_amount and fx_margin >= 0),
  -- No rate of longer ago than four days before the last covered one.
  add constraint settlement_rate_day check (rate_on between upper(covers) - 5 and upper(covers) - 1),
  add constraint settlement_unpaid check (unpaid_because is null or paid = 0);
create index settlement_unpaid on settlement (merchant_id, book_id, currency_code) where unpaid_because is not null;
drop trigger written_once on settlement;
create trigger written_once before delete or update of merchant_id, id, organisation_id, number, book_id, currency_code, covers,
  opening, total, held_back, paid, carried, minimum, pay_on, settlement_profile_id, schedule_id,
  closed_by, closed_by_id, payout_currency_code, exchanged, fx_margin, payout_amount, fx_margin_ppm, sold_per_euro, bought_per_euro, rate_on,
  rate_source, unpaid_because
  on settlement for each row execute function refuse_rewriting_settlement();

create or replace function make_payout() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into payout (merchant_id, id, created_at, number, currency_code, amount, pay_on)
    values (new.merchant_id, new.id, new.created_at, new.number, coalesce(new.payout_currency_code, new.currency_code),
      coalesce(new.payout_amount, new.paid), new.pay_on);
  return null;
end $$;
