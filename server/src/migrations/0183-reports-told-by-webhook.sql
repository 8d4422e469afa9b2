-- A report that comes by itself is told to an address, signed as every webhook is (docs/adr/0173).
alter table report_schedule add column webhook_url text check (webhook_url ~ '^https?://' and length(webhook_url) <= 2000);
grant update (webhook_url) on report_schedule to kontor_merchant, kontor_provider;

alter table webhook drop constraint webhook_type_check, add constraint webhook_type_check check (type in
  ('transaction', 'refund', 'chargeback', 'validationruleset', 'cardlink', 'paymentlink', 'subscription', 'settlement', 'report'));
