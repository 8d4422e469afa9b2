-- compatible-with: 0250
-- Under which name the law knows a merchant, from where its people work, and how long their sessions may be idle (docs/adr/0231).
-- An older program signs people in as if there were no bounds.
alter table merchant
  -- Null: its name.
  add column legal_name text check (length(legal_name) between 1 and 200 and legal_name !~ '[[:cntrl:]]'),
  -- Null: from anywhere.
  add column allowed_ips inet[] check (cardinality(allowed_ips) between 1 and 50),
  -- Null: as long as in the installation, whose own bound holds in any case.
  add column session_minutes int check (session_minutes between 5 and 1440);
grant update (legal_name, allowed_ips, session_minutes) on merchant to kontor_provider;
