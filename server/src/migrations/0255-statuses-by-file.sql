-- compatible-with: 0250
-- A file may have statuses that a super user gives (docs/adr/0230). As one of merchants, it is the provider's. A program before this one
-- fails at such a file, and another one goes on with it.
alter table import
  drop constraint import_type_check,
  add constraint import_type_check
    check (type in ('customer', 'transaction', 'chargeback', 'subscription', 'merchant', 'card', 'status_update')),
  drop constraint import_of_provider,
  add constraint import_of_provider check (
    (type in ('merchant', 'status_update')) = (merchant_id = '00000000-0000-0000-0000-000000000000')
    and (type in ('merchant', 'status_update')) = (organisation_id is null));
