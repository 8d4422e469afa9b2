-- The provider's staff manage the keys of all merchants: where one was last used, and keys that are changed.

alter table api_key add column last_used_ip inet;
update recorded_table set noise = noise || '{last_used_ip}' where name = 'api_key';
grant update (name, roles, last_used_ip) on api_key to kontor_provider;

-- Newest first, over all merchants.
create index on api_key (created_at desc, id desc);
