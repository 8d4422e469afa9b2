-- A piece of a report's file is compressed before it is sealed, where that makes it smaller (docs/adr/0167). Those from before are not.
alter table report_piece add column compressed boolean not null default false;
