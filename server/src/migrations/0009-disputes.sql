-- Answering a chargeback: accepted, or disputed with evidence. What was decided waits in the outbox like a refund.

alter table chargeback
  -- What the merchant decided. Taken back when the processor refuses it, so that another answer can be given.
  add column answer text check (answer in ('ACCEPT', 'DISPUTE')),
  add column answered_at timestamptz(3),
  add column answered_by text,
  add column explanation text check (length(explanation) <= 4000 and not contains_card_number(explanation)),
  -- Why the processor did not take the last answer.
  add column status_reason text check (not contains_card_number(status_reason)),
  add constraint chargeback_answer check ((answer is null) = (answered_at is null));
grant update (answer, answered_at, answered_by, explanation, status_reason) on chargeback to kontor_merchant, kontor_provider;
create index chargeback_respond_by on chargeback (respond_by, id) where status = 'OPEN';

create table chargeback_evidence (
  merchant_id uuid not null,
  id uuid not null,
  chargeback_created_at timestamptz(3) not null,
  chargeback_id uuid not null,
  -- At most five, two at once included.
  position smallint not null check (position between 1 and 5),
  name text not null check (length(name) between 1 and 150 and not contains_card_number(name)),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  content bytea not null check (length(content) between 1 and 5242880),
  size int not null generated always as (length(content)) stored,
  sha256 bytea not null generated always as (sha256(content)) stored,
  created_at timestamptz(3) not null,
  created_by text not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, chargeback_created_at, chargeback_id) references chargeback (merchant_id, created_at, id),
  unique (merchant_id, chargeback_id, position),
  -- The same file sent twice is the same file.
  unique (merchant_id, chargeback_id, sha256)
);

-- Who was reminded of which deadline: each once, whatever happens.
create table chargeback_reminder (
  merchant_id uuid not null,
  chargeback_created_at timestamptz(3) not null,
  chargeback_id uuid not null,
  days_left smallint not null check (days_left in (7, 3, 1)),
  sent_at timestamptz(3) not null,
  primary key (merchant_id, chargeback_id, days_left),
  foreign key (merchant_id, chargeback_created_at, chargeback_id) references chargeback (merchant_id, created_at, id)
);

-- A refund in spite of a chargeback pays twice, or may: whoever did so said why.
alter table refund add column override_chargeback_reason text
  check (length(override_chargeback_reason) between 1 and 500 and not contains_card_number(override_chargeback_reason));

alter table outbox add column chargeback_id uuid;
alter table outbox drop constraint outbox_topic_check;
alter table outbox add constraint outbox_topic_check check (topic in ('processor.authorize', 'processor.capture',
  'processor.void', 'processor.refund', 'processor.accept', 'processor.dispute'));
alter table outbox add constraint outbox_of_chargeback
  check ((topic in ('processor.accept', 'processor.dispute')) = (chargeback_id is not null));
drop index outbox_operation;
create unique index outbox_operation on outbox (merchant_id, transaction_id)
  where done_at is null and refund_id is null and chargeback_id is null;
-- One answer at a time.
create unique index outbox_chargeback on outbox (merchant_id, chargeback_id) where done_at is null and chargeback_id is not null;

alter table processor_call add column chargeback_id uuid;

do $$
declare
  name text;
begin
  foreach name in array array['chargeback_evidence', 'chargeback_reminder'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;

grant select, delete on chargeback_evidence to kontor_merchant, kontor_provider;
grant insert (merchant_id, id, chargeback_created_at, chargeback_id, position, name, content_type, content, created_at,
  created_by) on chargeback_evidence to kontor_merchant, kontor_provider;
grant select on chargeback_reminder to kontor_merchant, kontor_provider;
grant insert on chargeback_reminder to kontor_provider;
