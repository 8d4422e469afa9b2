-- The oldest program that works on the tables that a migration leaves, by the number of its newest migration. Null: only a program
-- that has the migration itself. The first line of a migration's file says it: "-- compatible-with: 0131".
alter table migration add column compatible_with text check (compatible_with ~ '^\d{4}$');
