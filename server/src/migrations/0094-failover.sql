-- A payment that its processor certainly did not take goes on to a second one, where the shop wants that (docs/adr/0113).

alter table payment_profile add column failover boolean not null default false;
grant insert (failover) on payment_profile to kontor_merchant;
grant update (failover) on payment_profile to kontor_merchant, kontor_provider;
