-- The currency of a discount's amounts (docs/adr/0071). Null: minor units of the currency of whatever plan it is given to,
-- as programs may still write it.
alter table subscription_discount add column currency_code text references currency;
grant update (currency_code) on subscription_discount to kontor_merchant, kontor_provider;

-- Discounts of merchants all of whose shops have one currency were meant in that currency.
-- The owner of the tables may be subject to row-level security.
alter table subscription_discount no force row level security;
alter table payment_profile no force row level security;
update subscription_discount d set currency_code = shops.currency_code
  from (select merchant_id, min(currency_code) as currency_code from payment_profile
    group by merchant_id having count(distinct currency_code) = 1) shops
  where shops.merchant_id = d.merchant_id and (d.type = 'fixed_cents' or d.minimum_amount is not null);
alter table subscription_discount force row level security;
alter table payment_profile force row level security;
