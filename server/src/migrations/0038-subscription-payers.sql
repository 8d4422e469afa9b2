-- What the payer of a subscription agreed to, and what is asked of them (docs/adr/0071).
alter table subscription
  -- When and to which version of the page's words the payer last agreed, and in which language.
  add column agreed_at timestamptz(3),
  add column agreed_terms text check (length(agreed_terms) <= 20),
  add column agreed_language text check (length(agreed_language) <= 10),
  -- Why the card or the agreement must not be asked again. Null: it may be.
  add column final_decline text check (not contains_card_number(final_decline)),
  -- Cycle 0 comes before a start that lies ahead: the payer's card is checked and stored, and nothing is charged.
  drop constraint subscription_billing_cycle_check,
  add constraint subscription_billing_cycle_check check (billing_cycle >= 0),
  add constraint subscription_starts_ahead check (billing_cycle > 0
    or (starts_on is not null and status in ('CREATED', 'EXPIRED', 'CANCELLED'))),
  add constraint subscription_agreed check (num_nulls(agreed_at, agreed_terms, agreed_language) in (0, 3));
alter table subscription_cycle
  drop constraint subscription_cycle_cycle_check,
  add constraint subscription_cycle_cycle_check check (cycle >= 0),
  add constraint subscription_cycle_zero_is_free check (cycle > 0 or amount = 0);
grant update (agreed_at, agreed_terms, agreed_language, final_decline) on subscription to kontor_merchant, kontor_provider;
update recorded_table set noise = noise || '{final_decline}' where name = 'subscription';

-- Subscriptions whose start lies ahead and whose page nobody has used were to be charged at the first visit.
-- The owner of the tables may be subject to row-level security.
alter table subscription no force row level security;
alter table subscription_cycle no force row level security;
update subscription s set billing_cycle = 0
  where s.status = 'CREATED' and s.billing_cycle = 1 and s.starts_on > engine_now()::date
    and not exists (select from subscription_cycle c where c.merchant_id = s.merchant_id and c.subscription_id = s.id);
alter table subscription force row level security;
alter table subscription_cycle force row level security;
