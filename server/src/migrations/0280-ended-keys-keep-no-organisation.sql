-- compatible-with: 0231
-- API keys and imports that are over go to the organisation above when theirs is deleted.
grant update (organisation_id) on api_key, import to kontor_provider;
