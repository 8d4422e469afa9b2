-- Reports of all merchants together, which the provider's staff make: their merchant is the all-zero id (docs/adr/0174). The
-- node of the tree, which every other report has, keeps its merchant there.
alter table report
  drop constraint report_merchant_id_fkey,
  alter column organisation_id drop not null,
  add constraint report_of_all check ((organisation_id is null) = (merchant_id = '00000000-0000-0000-0000-000000000000'));
alter table report_schedule
  drop constraint report_schedule_merchant_id_fkey,
  alter column organisation_id drop not null,
  add constraint report_schedule_of_all
    check ((organisation_id is null) = (merchant_id = '00000000-0000-0000-0000-000000000000')),
  -- Webhooks are a merchant's.
  add constraint report_schedule_told check (webhook_url is null or organisation_id is not null);
