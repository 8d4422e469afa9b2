-- Files of lists that are made in the background (docs/adr/0120).

create table report (
  merchant_id uuid not null references merchant,
  id uuid not null,
  created_at timestamptz(3) not null default now(),
  -- What its owner saw of the merchant: this node and everything below it.
  organisation_id uuid not null,
  name text not null check (length(name) between 1 and 80 and name !~ '[[:cntrl:]]'),
  type text not null check (length(type) <= 50),
  -- The query string of the list.
  filters text not null check (length(filters) <= 4000),
  sort text not null check (length(sort) <= 80),
  columns text[] not null check (cardinality(columns) between 1 and 100),
  format text not null check (format in ('csv', 'csv_nl', 'xlsx', 'json')),
  time_zone text not null check (length(time_zone) <= 80),
  -- The file is made with this person's roles. No reference: a report outlives its owner.
  created_by text not null,
  created_by_id uuid not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'PROCESSED')),
  failure text check (length(failure) <= 50),
  -- Rows written, also while it is being made; and those that were counted before, if counting was quick.
  rows bigint not null default 0 check (rows >= 0),
  rows_expected bigint,
  started_at timestamptz(3),
  as_of timestamptz(3),
  finished_at timestamptz(3),
  expires_at timestamptz(3),
  -- The pieces of the whole file, which the try of this lease wrote.
  file_id uuid,
  bytes bigint check (bytes >= 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  lease uuid,
  lease_until timestamptz(3),
  -- Times that it was begun.
  tries int not null default 0,
  primary key (merchant_id, id),
  foreign key (merchant_id, organisation_id) references organisation (merchant_id, id),
  check (status = 'PROCESSED' or (failure is null and file_id is null)),
  check (status = 'PENDING' or failure is not null
    or (file_id is not null and bytes is not null and sha256 is not null and expires_at is not null))
);
create index report_created on report (merchant_id, created_at, id);
create index report_all_created on report (created_at, id);
create index report_organisation on report (merchant_id, organisation_id);
create index report_waiting on report (created_at) where status = 'PENDING';
create index report_expires on report (expires_at) where file_id is not null;

-- The file, in pieces of one size that are sealed each for its place: reading a part takes the memory of one.
create table report_piece (
  merchant_id uuid not null,
  report_id uuid not null,
  file_id uuid not null,
  number int not null check (number >= 0),
  content bytea not null,
  primary key (merchant_id, report_id, file_id, number),
  foreign key (merchant_id, report_id) references report (merchant_id, id) on delete cascade
);
-- It is sealed: trying to make it smaller is in vain.
alter table report_piece alter column content set storage external;

-- Who downloaded what. No reference: the record outlives the report.
create table report_download (
  merchant_id uuid not null,
  report_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null default now(),
  report_name text not null,
  by_kind text not null,
  by_id uuid,
  by_name text not null,
  ip text not null check (length(ip) <= 100),
  -- Where a download that broke off went on.
  first_byte bigint not null default 0,
  primary key (merchant_id, report_id, id)
);
create index report_download_at on report_download (at);

do $$
declare
  name text;
begin
  foreach name in array array['report', 'report_piece', 'report_download'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
  end loop;
end $$;
grant select, insert, delete on report to kontor_merchant, kontor_provider;
grant update (status, failure, finished_at, lease, lease_until) on report to kontor_merchant;
grant update (status, failure, rows, rows_expected, started_at, as_of, finished_at, expires_at, file_id, bytes, sha256, lease,
  lease_until, tries) on report to kontor_provider;
grant select, insert, delete on report_piece to kontor_provider;
grant select, insert on report_download to kontor_merchant, kontor_provider;
grant delete on report_download to kontor_provider;
