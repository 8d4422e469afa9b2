-- How the payer of a card was authenticated is kept with the payment, not with a stored card alone (docs/adr/0116).

alter table transaction
  -- Null: no card, or its gateway has not told it. Not honoured: not tried, though a ruleset demanded it.
  add column three_d_secure text,
  -- The payer was sent to the bank of the card.
  add column challenged boolean not null default false;
alter table transaction add constraint transaction_three_d_secure_check
  check (three_d_secure in ('AUTHENTICATED', 'ATTEMPTED', 'NOT_TRIED', 'NOT_HONOURED')) not valid;
grant insert (three_d_secure, challenged), update (three_d_secure, challenged) on transaction to kontor_merchant, kontor_provider;
