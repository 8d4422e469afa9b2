-- People are invited, signed out, sent links and deleted by other people. When that happened stands in the row, so that the
-- trail of changes says who did it (docs/adr/0055, 0094).

alter table platform_user
  -- The newest invitation. An invitation that waits to be mailed and is not the newest any more is not sent.
  add column invited_at timestamptz(3),
  add column sessions_ended_at timestamptz(3),
  add column password_mailed_at timestamptz(3);

grant update (organisation_id, invited_at, sessions_ended_at, password_mailed_at) on platform_user to kontor_provider;
grant delete on platform_user to kontor_provider;

-- A processor refers to its person at the merchant, and asks here before that person is deleted.
create index processor_user on processor (merchant_id, user_id) where user_id is not null;

-- The history of a user says which role came and went; whose it is and when is said beside it.
update recorded_table set noise = '{user_id,granted_at}' where name = 'role_grant';
