-- What goes to SAP: batches of what the ledger booked on closed days (docs/adr/0146). The provider's own: no merchant reads any of it.

-- Without its row nothing goes to SAP.
create table sap_connection (
  only_one boolean primary key default true check (only_one),
  company_code text not null check (company_code ~ '^[A-Z0-9]{4}$'),
  chart_of_accounts text not null check (chart_of_accounts ~ '^[A-Z0-9]{1,4}$'),
  -- Of the company code.
  currency_code text not null references currency,
  document_type text not null check (document_type ~ '^[A-Z0-9]{2}$'),
  frequency text not null check (frequency in ('DAILY', 'MONTHLY', 'MANUAL')),
  -- The first business day that goes to SAP; null: the first of the ledger.
  since date
);
grant select, insert on sap_connection to kontor_provider;
grant update (company_code, chart_of_accounts, currency_code, document_type, frequency, since) on sap_connection to kontor_provider;
select record_changes_of('sap_connection', 'sap_connection', item => null);

-- The accounts of an event. The row that names the merchant and the currency counts before the one that names the merchant, that
-- before the one that names the currency, and that before the one for all.
create table sap_mapping (
  id uuid primary key,
  created_at timestamptz(3) not null,
  kind smallint not null references ledger_kind,
  for_merchant uuid references merchant,
  currency_code text references currency,
  debit_account text not null check (debit_account ~ '^[A-Z0-9]{1,10}$'),
  credit_account text not null check (credit_account ~ '^[A-Z0-9]{1,10}$'),
  cost_center text check (cost_center ~ '^[A-Z0-9]{1,10}$'),
  tax_code text check (tax_code ~ '^[A-Z0-9]{1,2}$'),
  constraint sap_mapping_once unique nulls not distinct (kind, for_merchant, currency_code)
);
create index sap_mapping_merchant on sap_mapping (for_merchant) where for_merchant is not null;
grant select, insert, delete on sap_mapping to kontor_provider;
grant update (kind, for_merchant, currency_code, debit_account, credit_account, cost_center, tax_code) on sap_mapping to kontor_provider;
select record_changes_of('sap_mapping', 'sap_mapping');

-- ---------------------------------------------------------------------------------------------- batches

create table sap_batch (
  id uuid primary key,
  created_at timestamptz(3) not null,
  -- 1, 2, 3 …
  number int not null unique check (number > 0),
  -- All transfers of these business days. A closed day never changes, so no list of transfers is kept.
  covers daterange not null check (not isempty(covers) and not lower_inf(covers) and not upper_inf(covers)),
  transfers bigint not null check (transfers > 0),
  status text not null default 'CREATED' check (status in ('CREATED', 'SENT', 'ACKNOWLEDGED', 'REJECTED')),
  last_status_update timestamptz(3) not null default engine_now(),
  sendings int not null default 0 check (sendings >= 0),
  -- Null: the engine did.
  created_by text,
  exclude using gist (covers with &&),
  -- A posting period of SAP.
  constraint sap_batch_one_month check (date_trunc('month', lower(covers)::timestamp) = date_trunc('month', (upper(covers) - 1)::timestamp)),
  check ((status = 'CREATED') = (sendings = 0))
);
create index sap_batch_created on sap_batch (created_at, id);
create index sap_batch_waiting on sap_batch (number) where status in ('CREATED', 'REJECTED');
grant select, insert, update (status, sendings) on sap_batch to kontor_provider;
select record_changes_of('sap_batch', 'sap_batch', noise => '{last_status_update}');

-- What the ledger booked on its days. The provider's own book stands under the all-zero merchant.
create table sap_batch_sum (
  batch_id uuid not null references sap_batch,
  book_of uuid not null,
  currency_code text not null references currency,
  kind smallint not null references ledger_kind,
  count bigint not null check (count > 0),
  amount bigint not null check (amount > 0),
  primary key (batch_id, book_of, currency_code, kind)
);

-- A batch that was sent, with the accounts of that moment.
create table sap_sending (
  batch_id uuid not null references sap_batch,
  number int not null check (number > 0),
  at timestamptz(3) not null,
  by_name text not null,
  company_code text not null,
  currency_code text not null,
  document_type text not null,
  answer text check (answer in ('ACKNOWLEDGED', 'REJECTED')),
  answered_at timestamptz(3),
  answered_by text,
  sap_reference text check (length(sap_reference) between 1 and 40),
  reason text check (length(reason) between 1 and 500 and reason !~ '[[:cntrl:]]'),
  primary key (batch_id, number),
  check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  check ((answer is not distinct from 'ACKNOWLEDGED') = (sap_reference is not null)),
  check ((answer is not distinct from 'REJECTED') = (reason is not null))
);

create table sap_line (
  batch_id uuid not null,
  sending int not null,
  number int not null check (number > 0),
  document int not null check (document > 0),
  currency_code text not null references currency,
  kind smallint not null references ledger_kind,
  side text not null check (side in ('D', 'C')),
  gl_account text not null check (gl_account ~ '^[A-Z0-9]{1,10}$'),
  cost_center text,
  tax_code text,
  count bigint not null check (count > 0),
  amount bigint not null check (amount > 0),
  primary key (batch_id, sending, number),
  foreign key (batch_id, sending) references sap_sending (batch_id, number)
);
grant select, insert on sap_batch_sum, sap_sending, sap_line to kontor_provider;
grant update (answer, answered_at, answered_by, sap_reference, reason) on sap_sending to kontor_provider;

create function refuse_rewriting_sap() returns trigger language plpgsql as $$
begin
  raise exception 'batches for SAP are written once' using errcode = '42501';
end $$;
create trigger written_once before delete or update of id, created_at, number, covers, transfers on sap_batch
  for each row execute function refuse_rewriting_sap();
create trigger written_once before update or delete on sap_batch_sum for each row execute function refuse_rewriting_sap();
create trigger written_once before update or delete on sap_line for each row execute function refuse_rewriting_sap();
create trigger written_once before delete or update of batch_id, number, at, by_name, company_code, currency_code, document_type
  on sap_sending for each row execute function refuse_rewriting_sap();

create function check_sap_transition() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.status <> old.status and not exists (select from status_transition t where t.entity = 'sap_batch'
      and t.from_status = old.status and t.to_status = new.status) then
    raise exception 'a batch may not go from % to %', old.status, new.status
      using errcode = '23514', constraint = 'status_transition';
  end if;
  new.last_status_update := engine_now();
  return new;
end $$;
grant create on schema public to kontor_engine;
alter function check_sap_transition() owner to kontor_engine;
revoke create on schema public from kontor_engine;
create trigger a_status_transition before update of status on sap_batch
  for each row execute function check_sap_transition();

-- Numbers have no gap, days are closed and follow those of the batch before, and the sums hold every transfer of its days.
create function follow_sap_batch() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare before sap_batch;
begin
  select * into before from sap_batch b order by b.number desc limit 1;
  if new.number <> coalesce(before.number, 0) + 1 or lower(new.covers) < upper(before.covers)
    or upper(new.covers) - 1 > (select closed_through from ledger_day) then
    raise exception 'a batch has closed days after those of the batch before' using errcode = '23514', constraint = 'sap_batch_follows';
  end if;
  return new;
end $$;
create trigger b_follows before insert on sap_batch for each row execute function follow_sap_batch();

create function check_sap_sums() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from (select distinct batch_id from new_row) n join sap_batch b on b.id = n.batch_id
      where b.transfers <> (select sum(s.count) from sap_batch_sum s where s.batch_id = b.id)) then
    raise exception 'the sums of a batch hold all of its transfers' using errcode = '23514', constraint = 'sap_batch_whole';
  end if;
  return null;
end $$;
create trigger c_whole after insert on sap_batch_sum referencing new table as new_row
  for each statement execute function check_sap_sums();

-- Every document is balanced, and no line is left out of a sending: what is sent is what the ledger booked.
create function check_sap_lines() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from sap_line l join (select distinct batch_id, sending from new_row) n using (batch_id, sending)
      group by l.batch_id, l.sending, l.document
      having sum(l.amount) filter (where l.side = 'D') is distinct from sum(l.amount) filter (where l.side = 'C')
        or count(distinct l.currency_code) > 1) then
    raise exception 'a document of a batch is not balanced' using errcode = '23514', constraint = 'sap_batch_balanced';
  end if;
  return null;
end $$;
create trigger c_balanced after insert on sap_line referencing new table as new_row
  for each statement execute function check_sap_lines();

create function check_sap_sent() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.sendings <> old.sendings + 1 or exists (
      select from (select currency_code, kind, sum(amount) as amount from sap_batch_sum where batch_id = new.id group by 1, 2) s
        full join (select currency_code, kind, sum(amount) filter (where side = 'D') as amount,
            sum(amount) filter (where side = 'C') as credit
          from sap_line where batch_id = new.id and sending = new.sendings group by 1, 2) l using (currency_code, kind)
      where s.amount is distinct from l.amount or s.amount is distinct from l.credit) then
    raise exception 'the lines of batch % are not what the ledger booked', new.number
      using errcode = '23514', constraint = 'sap_batch_sent_whole';
  end if;
  return new;
end $$;
create trigger b_sent before update of status on sap_batch
  for each row when (new.status = 'SENT' and old.status <> 'SENT') execute function check_sap_sent();
