-- Of all processes on this database one at a time does a piece of periodic work: the one that holds its lease. A row holds
-- for as long as it says by the clock of the database, also through a pooler that gives every transaction another connection.
create table periodic_lease (
  name text primary key check (length(name) <= 100),
  -- Null: free.
  holder uuid,
  leased_until timestamptz(3) not null
) with (fillfactor = 50);
grant select, insert, update on periodic_lease to kontor_provider;
