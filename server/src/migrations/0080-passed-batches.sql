-- The newest batch without a file that can be kept. The next look goes on after it, so that a gap of any length is passed.
alter table processor_settlement add column passed_batch text check (passed_batch ~ '^[0-9]{1,9}$');
grant update (passed_batch) on processor_settlement to kontor_provider;
-- Batches that were announced after a later one was, until they are fetched.
alter table processor_settlement add column late_batches text[] not null default '{}' check (cardinality(late_batches) <= 100);
grant update (late_batches) on processor_settlement to kontor_provider, kontor_merchant;
update recorded_table set noise = noise || '{passed_batch,late_batches}'::text[] where name = 'processor_settlement';

-- Files that were compared before are compared again: their lines now move payments on that were taken.
update processor_settlement_file set compared_at = null where status = 'READ' and is_proof and compared_at is not null;
