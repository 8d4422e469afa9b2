-- compatible-with: 0231
-- Whoever gave an import its task, who must have the roles for it at each batch. Null in rows of before: whoever gave the file.
alter table import add column task_by uuid;
grant update (task_by) on import to kontor_provider;
update recorded_table set noise = noise || '{task_by}' where name = 'import';
