-- Files with merchants, chargebacks and subscriptions, and workbooks (docs/adr/0124, 0125).

-- The provider's own number or code of a merchant, by which a file with merchants adds each of them once.
alter table merchant add column external_id text check (length(external_id) between 1 and 100);
create unique index merchant_external_id on merchant (external_id) where external_id is not null;
grant update (external_id) on merchant to kontor_provider;
-- A merchant that an import made, and that nothing refers to, is deleted with its first shop.
grant delete on merchant, processor to kontor_provider;

alter table import
  add column format text not null default 'csv' check (format in ('csv', 'xlsx')),
  drop constraint import_type_check,
  add constraint import_type_check check (type in ('customer', 'transaction', 'chargeback', 'subscription', 'merchant')),
  -- A file with merchants is the provider's, whose id is all zeros.
  alter column organisation_id drop not null,
  add constraint import_of_provider check (
    (type = 'merchant') = (merchant_id = '00000000-0000-0000-0000-000000000000')
    and (type = 'merchant') = (organisation_id is null));
alter table import_mapping drop constraint import_mapping_merchant_id_fkey;
