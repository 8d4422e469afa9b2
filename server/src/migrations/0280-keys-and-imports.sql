-- compatible-with: 0231
-- API keys and imports that are over go to the organisation above when theirs is deleted.
grant update (organisation_id) on api_key, import to kontor_provider;

-- In which order the dates of a file are written. Null: year first, as files of before.
alter table import add column date_order text check (date_order in ('ymd', 'dmy', 'mdy'));
grant update (date_order) on import to kontor_provider;
-- That of the merchant's last file of the type, for a file whose dates could be read in two ways.
alter table import_mapping add column date_order text check (date_order in ('ymd', 'dmy', 'mdy'));
grant update (date_order) on import_mapping to kontor_provider;
