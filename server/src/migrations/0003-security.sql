-- A merchant's own staff say which second factor their users need. Row-level security keeps it to their own, and of a user
-- they read no more than it takes.
grant select (id, merchant_id, organisation_id, mfa_required) on platform_user to kontor_merchant;
grant update (mfa_required) on platform_user to kontor_merchant;

-- A reply that was lost leaves a device with the secret that it showed. For a moment that one is still taken, from where it
-- was shown before, as long as the secret that came after it was not.
alter table remembered_device_secret
  add column replaces bytea check (length(replaces) = 32),
  -- SHA-256 of the network and the software that it was shown from.
  add column retired_by bytea check (length(retired_by) = 32);
grant update (retired_by) on remembered_device_secret to kontor_provider;
