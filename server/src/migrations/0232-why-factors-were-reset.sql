-- compatible-with: 0222
-- Why somebody's second factor was reset, as whoever did it wrote it down: how they made sure who asked (ASVS 6.4.4). The trail of
-- changes has every reset, the row the latest.
alter table platform_user
  add column mfa_reset_at timestamptz(3),
  add column mfa_reset_reason text check (length(mfa_reset_reason) between 1 and 500 and not contains_card_number(mfa_reset_reason));
grant update (mfa_reset_at, mfa_reset_reason) on platform_user to kontor_provider;
