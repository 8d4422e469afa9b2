-- An organisation lets another one of the same merchant use its processor (docs/adr/0099).

create table share (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null default engine_now(),
  processor_id uuid not null,
  to_organisation_id uuid not null,
  -- A request without an answer stays PENDING here, and is over once its last day has passed.
  status text not null default 'PENDING'
    check (status in ('PENDING', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'WITHDRAWN', 'REVOKED')),
  message text check (length(message) between 1 and 500 and not contains_card_number(message)),
  -- A member of the provider has no name here: both sides read the row.
  requested_by text check (length(requested_by) between 1 and 300),
  expires_at timestamptz(3) not null,
  answered_at timestamptz(3),
  answered_by text,
  reason text check (length(reason) between 1 and 500 and not contains_card_number(reason)),
  ended_at timestamptz(3),
  ended_by text,
  primary key (merchant_id, id),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id),
  foreign key (merchant_id, to_organisation_id) references organisation (merchant_id, id),
  check ((answered_at is not null) = (status in ('ACCEPTED', 'DECLINED', 'REVOKED'))),
  check ((ended_at is not null) = (status in ('WITHDRAWN', 'REVOKED'))),
  check (reason is null or status = 'DECLINED')
);
-- One request or share between the two at a time, also when two people send it at once.
create unique index share_under_way on share (merchant_id, processor_id, to_organisation_id)
  where status in ('PENDING', 'ACCEPTED');
create index share_created on share (created_at, id);
create index share_to on share (merchant_id, to_organisation_id);

alter table share enable row level security, force row level security;
create policy own_merchant on share to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on share to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, delete, update (status, answered_at, answered_by, reason, ended_at, ended_by)
  on share to kontor_merchant, kontor_provider;
grant select on share to kontor_engine;
select record_changes_of('share', 'share');

-- The share by which a payment profile got a processor, so that it is found when it is taken back, wherever the profile moved.
alter table payment_profile_processor add column share_id uuid,
  add foreign key (merchant_id, share_id) references share (merchant_id, id);
create index payment_profile_processor_share on payment_profile_processor (merchant_id, share_id) where share_id is not null;
grant update (share_id) on payment_profile_processor to kontor_merchant, kontor_provider;
update recorded_table set noise = noise || '{share_id}'::text[] where name = 'payment_profile_processor';
