-- Files of a merchant that are read in: by people with their file, or by the command, which keeps none (docs/adr/0103).

alter table import_run rename to import;
alter index import_run_pkey rename to import_pkey;
alter table import rename constraint import_run_merchant_id_payment_profile_id_fkey
  to import_merchant_id_payment_profile_id_fkey;

alter table import
  add column created_at timestamptz(3),
  add column type text,
  add column organisation_id uuid,
  add column status text,
  -- Null: the command.
  add column created_by text,
  add column created_by_id uuid,
  -- Of the file as it came; null: it was not kept.
  add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  add column bytes int,
  add column file_deleted_at timestamptz(3),
  -- How the file is read. A sign or encoding that was detected may be corrected.
  add column delimiter text check (length(delimiter) = 1),
  add column encoding text check (length(encoding) <= 30),
  add column decimal_sign text check (decimal_sign in ('.', ',')),
  -- Why the file as a whole could not be read.
  add column problem text check (length(problem) <= 50),
  -- What is to be done in the background, and since when.
  add column task text check (task in ('check', 'import', 'again', 'revert')),
  add column queued_at timestamptz(3),
  -- The last line of the file that the task has done, written in the transaction that did it.
  add column checkpoint int not null default 0,
  -- The last line of the file with a row, known after the check.
  add column lines int,
  -- The task that ended before its last row; the checkpoint says where.
  add column unfinished text check (unfinished in ('import', 'again', 'revert')),
  -- Rows that the import made and that were taken back.
  add column rows_reverted bigint not null default 0,
  add column lease uuid,
  add column lease_until timestamptz(3),
  -- Times that the task was begun since it last got further.
  add column tries int not null default 0;

update import set created_at = started_at, type = 'transaction', status = case
    when finished_at is null then 'CANCELLED' when rows_rejected > 0 then 'PARTLY_DONE' else 'DONE' end,
  organisation_id = (select p.organisation_id from payment_profile p
    where p.merchant_id = import.merchant_id and p.id = import.payment_profile_id);

alter table import
  alter column created_at set not null,
  alter column created_at set default now(),
  alter column type set not null,
  alter column organisation_id set not null,
  alter column status set not null,
  alter column payment_profile_id drop not null,
  alter column started_at drop not null,
  alter column started_at drop default,
  alter column mapping set default '{}',
  add check (type in ('customer', 'transaction')),
  add check (status in ('UPLOADED', 'VALIDATED', 'RUNNING', 'DONE', 'PARTLY_DONE', 'FAILED', 'CANCELLED', 'REVERTED')),
  add check (type <> 'transaction' or payment_profile_id is not null),
  add check (task is null or status in ('UPLOADED', 'RUNNING')),
  add foreign key (merchant_id, organisation_id) references organisation (merchant_id, id);

create index import_created on import (created_at, id);
create index import_waiting on import (queued_at) where task is not null;
create index import_same_file on import (merchant_id, type, sha256) where sha256 is not null;
create index import_organisation on import (merchant_id, organisation_id);

-- The file, in pieces that are sealed each for itself, so that reading it takes the memory of one.
create table import_piece (
  merchant_id uuid not null,
  import_id uuid not null,
  number int not null check (number >= 0),
  content bytea not null,
  primary key (merchant_id, import_id, number),
  foreign key (merchant_id, import_id) references import (merchant_id, id)
);
-- It is sealed: trying to make it smaller is in vain.
alter table import_piece alter column content set storage external;

-- The rows that could not be imported, by their place in the file. What is in them stays in the file.
create table import_rejection (
  merchant_id uuid not null,
  import_id uuid not null,
  line int not null,
  code text not null check (length(code) <= 50),
  -- The field that the wrong column was mapped to; null: the whole row.
  target text check (length(target) <= 50),
  primary key (merchant_id, import_id, line),
  foreign key (merchant_id, import_id) references import (merchant_id, id)
);

-- What an import made, where it can be taken back.
create table import_made (
  merchant_id uuid not null,
  import_id uuid not null,
  line int not null,
  made_id uuid not null,
  primary key (merchant_id, import_id, line),
  foreign key (merchant_id, import_id) references import (merchant_id, id)
);
create index import_made_id on import_made (merchant_id, made_id);

-- The mapping that a merchant's last file of a type was read with, which the next one is offered.
create table import_mapping (
  merchant_id uuid not null references merchant,
  type text not null,
  mapping jsonb not null,
  primary key (merchant_id, type)
);

do $$
declare
  name text;
begin
  foreach name in array array['import_piece', 'import_rejection', 'import_made', 'import_mapping'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy own_merchant on %I to kontor_merchant using (merchant_id = current_merchant())
      with check (merchant_id = current_merchant())', name);
    execute format('create policy every_merchant on %I to kontor_provider, kontor_engine using (true) with check (true)', name);
    execute format('grant select, insert on %I to kontor_provider', name);
  end loop;
end $$;
grant delete on import_piece, import_rejection, import_made to kontor_provider;
grant update (mapping) on import_mapping to kontor_provider;
grant update (status, mapping, delimiter, encoding, decimal_sign, problem, task, queued_at, checkpoint, lines, started_at,
  rows_reverted, lease, lease_until, tries, unfinished, file_deleted_at) on import to kontor_provider;

select record_changes_of('import', 'import', noise => '{sha256,task,queued_at,checkpoint,lines,rows_read,rows_new,rows_known,
  rows_rejected,rows_reverted,lease,lease_until,tries,unfinished}');

-- A merchant reads nothing of its imports, nor what became of them: the provider's staff carry them out.
alter policy own_merchant on change
  using (merchant_id = current_merchant() and entity not in ('user', 'api_key', 'import')
    and (part is null or part not in ('password_policy', 'sign_on')));
