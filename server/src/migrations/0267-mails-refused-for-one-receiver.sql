-- compatible-with: 0261
-- A mail server that takes other mails and refuses one receiver, as not allowed to us, refuses that receiver. A program before this
-- one does not count, so it asks for longer.

alter table mail
  add column refusals int not null default 0 check (refusals >= 0),
  add column first_refused_at timestamptz(3),
  add check ((refusals = 0) = (first_refused_at is null));
grant update (refusals, first_refused_at) on mail to kontor_provider;
