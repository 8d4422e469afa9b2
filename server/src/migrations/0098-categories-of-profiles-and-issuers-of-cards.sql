-- A payment profile may have a category of trade of its own, and a card tells the country and the kind of its account where
-- its gateway does (docs/adr/0116).

alter table payment_profile add column mcc text check (mcc ~ '^\d{4}$');
grant insert (mcc), update (mcc) on payment_profile to kontor_merchant, kontor_provider;

alter table card
  add column issuer_country text check (issuer_country ~ '^[A-Z]{2}$'),
  add column funding text check (funding in ('credit', 'debit', 'prepaid'));

alter table decision drop constraint decision_card_problem_check,
  add check (card_problem in ('no_answer', 'not_known', 'not_asked'));
