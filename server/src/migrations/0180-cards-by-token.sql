-- compatible-with: 0167
-- Cards that a gateway keeps already come by file (docs/adr/0172).
alter table import
  drop constraint import_type_check,
  add constraint import_type_check check (type in ('customer', 'transaction', 'chargeback', 'subscription', 'merchant', 'card'));
-- Those that nobody has used can be taken back.
grant delete on card to kontor_provider;
create index card_token on card (merchant_id, processor_id, token);
