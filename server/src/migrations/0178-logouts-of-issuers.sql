-- compatible-with: 0167
-- Issuers say by themselves that somebody signed out there (OpenID Connect Back-Channel Logout 1.0, docs/adr/0170).

alter table sign_on_session
  -- The name of the session at the issuer; null: the issuer named none.
  add column sid text check (length(sid) between 1 and 255);
create index sign_on_session_sid on sign_on_session (sid) where sid is not null;

-- What issuers said in the last hour: a sign-in that was half finished then does not become a session.
create table sign_on_logout (
  -- The merchant, or the all-zero id for the provider's staff.
  house uuid not null,
  jti text not null check (length(jti) between 1 and 255),
  -- Of the person; null: the session alone is named.
  subject text check (length(subject) between 1 and 255),
  sid text check (length(sid) between 1 and 255),
  issued_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  primary key (house, jti),
  check (subject is not null or sid is not null)
);
grant select, insert, delete on sign_on_logout to kontor_provider;
