-- compatible-with: 0231
-- A count adds the changes that were set aside to the roll-ups, as it adds pending ones, instead of reading every row. A merchant
-- sees its own.
alter table statistics_delta_aside enable row level security, force row level security;
create policy own_merchant on statistics_delta_aside to kontor_merchant
  using ((delta ->> 'merchant_id')::uuid = current_merchant()) with check (false);
create policy every_merchant on statistics_delta_aside to kontor_provider, kontor_engine using (true) with check (true);
grant select on statistics_delta_aside to kontor_merchant;
