-- Whoever gets a processor may prepare values of its credential, where the giver says so (docs/adr/0110).
alter table share add column access text not null default 'USE' check (access in ('USE', 'USE_AND_EDIT'));
