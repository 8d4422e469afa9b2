-- compatible-with: 0231
-- Whoever gave an import its task, who must have the roles for it at each batch. Null in rows of before: whoever gave the file.
alter table import add column task_by_id uuid;
grant update (task_by_id) on import to kontor_provider;
update recorded_table set noise = noise || '{task_by_id}' where name = 'import';
