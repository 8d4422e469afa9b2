-- The provider adds merchants, and changes what is known of them (docs/adr/0079).

alter table merchant add column mcc text check (mcc ~ '^\d{4}$');
grant update (mcc) on merchant to kontor_provider;
