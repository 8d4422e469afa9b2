-- The provider's staff are mailed when a processor took money of a payment that had gone on to another one (docs/adr/0113).

alter table contradiction
  add column mail_due boolean not null default false,
  add column mailed_at timestamptz(3);
create index contradiction_mail_due on contradiction (created_at) where mail_due;
create index contradiction_mailed on contradiction (mailed_at) where mailed_at is not null;
grant update (mail_due, mailed_at) on contradiction to kontor_merchant, kontor_provider;
update recorded_table set noise = noise || '{mail_due,mailed_at}'::text[] where name = 'contradiction';
