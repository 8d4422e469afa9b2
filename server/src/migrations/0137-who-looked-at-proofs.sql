-- Whoever handed in a proof of a bank account does not decide about it, and a decision names the proofs (docs/adr/0127).

-- A document from before has none.
alter table bank_account_document add column created_by_id uuid;
update recorded_table set noise = noise || '{created_by_id}'::text[] where name = 'bank_account_document';

-- A document on which an account was verified.
alter table bank_account_reading drop constraint bank_account_reading_what_check;
alter table bank_account_reading add constraint bank_account_reading_what_check check (what in ('iban', 'document', 'verified'));
