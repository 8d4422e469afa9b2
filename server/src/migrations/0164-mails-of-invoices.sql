-- Whether an invoice is to be mailed, and when it was (docs/adr/0158). The invoice itself is written once.
create table invoice_mail (
  merchant_id uuid not null,
  invoice_id uuid not null,
  -- It is to be mailed to those who are recipients now.
  due boolean not null,
  -- When its last mails were made, and how many. Null: there were none yet.
  mailed_at timestamptz(3),
  mails smallint check (mails > 0),
  -- Who asked for its mails last, and when. Null: nobody did.
  asked_at timestamptz(3),
  asked_by text,
  primary key (merchant_id, invoice_id),
  foreign key (merchant_id, invoice_id) references invoice (merchant_id, id),
  check ((mailed_at is null) = (mails is null)),
  check ((asked_at is null) = (asked_by is null))
);
create index invoice_mail_due on invoice_mail (invoice_id) where due;

alter table invoice_mail enable row level security, force row level security;
create policy own_merchant on invoice_mail to kontor_merchant using (merchant_id = current_merchant()) with check (false);
create policy every_merchant on invoice_mail to kontor_provider, kontor_engine using (true) with check (true);
grant select (merchant_id, invoice_id, mailed_at, mails) on invoice_mail to kontor_merchant;
grant select, insert, update (due, mailed_at, mails, asked_at, asked_by) on invoice_mail to kontor_provider;
