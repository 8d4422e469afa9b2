-- A payment whose payer waited an hour ago is not begun any more.
alter table outbox
  drop constraint outbox_parked_why_check,
  -- The rows of before keep the words of before, and need not be read.
  add constraint outbox_parked_why_check check (parked_why in ('key_expired', 'no_key', 'payer_gone')) not valid;
