-- Reports that come by themselves (docs/adr/0122).

create table report_schedule (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  type text not null check (length(type) <= 50),
  filters text not null check (length(filters) <= 4000),
  columns text[] not null check (cardinality(columns) between 1 and 100),
  format text not null check (format in ('csv', 'csv_nl', 'xlsx', 'json')),
  time_zone text not null check (length(time_zone) <= 80),
  frequency text not null check (frequency in ('DAILY', 'WEEKLY', 'MONTHLY')),
  weekdays text[] not null default '{}',
  month_day int check (month_day between 1 and 31),
  at_time text not null check (at_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  period text not null check (period in ('PREVIOUS_DAY', 'PREVIOUS_WEEK', 'PREVIOUS_MONTH', 'SINCE_LAST')),
  recipients uuid[] not null default '{}',
  active boolean not null default true,
  paused_reason text check (length(paused_reason) <= 50),
  -- The runs that failed since the last one that did not.
  failures int not null default 0,
  next_due_at timestamptz(3),
  last_due_at timestamptz(3),
  created_by text not null,
  created_by_id uuid not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  check (frequency <> 'WEEKLY' or cardinality(weekdays) > 0),
  check (frequency <> 'MONTHLY' or month_day is not null)
);
create index report_schedule_created on report_schedule (merchant_id, created_at, id);
create index report_schedule_organisation on report_schedule (merchant_id, organisation_id);
create index report_schedule_due on report_schedule (next_due_at) where active;

alter table report
  add column schedule_id uuid,
  -- The instant from which its period follows, whenever it was made.
  add column due_at timestamptz(3),
  add check ((schedule_id is null) = (due_at is null));
-- Once for each instant at which a schedule is due.
create unique index report_once_due on report (merchant_id, schedule_id, due_at) where schedule_id is not null;

alter table report_schedule enable row level security, force row level security;
create policy own_merchant on report_schedule to kontor_merchant using (merchant_id = current_merchant())
  with check (merchant_id = current_merchant());
create policy every_merchant on report_schedule to kontor_provider, kontor_engine using (true) with check (true);
grant select, insert, delete on report_schedule to kontor_merchant, kontor_provider;
grant update (organisation_id, name, type, filters, columns, format, time_zone, frequency, weekdays, month_day, at_time, period,
  recipients, active, paused_reason, failures, next_due_at, last_due_at, created_by, created_by_id) on report_schedule
  to kontor_merchant, kontor_provider;
select record_changes_of('report_schedule', 'report_schedule', noise => '{failures,next_due_at,last_due_at}');
