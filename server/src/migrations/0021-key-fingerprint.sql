-- Which master key the secrets are sealed under: a keyed hash, from which the key cannot be told.
alter table installation add column key_fingerprint bytea check (length(key_fingerprint) = 32);

-- A server looks whether the tables are those of its own version.
grant select on migration to kontor_provider;
