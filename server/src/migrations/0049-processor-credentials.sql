-- Gateways are described by manifests beside their adapters, so the database takes any word for one (docs/adr/0083). A
-- processor may have a second credential, and knows whose account its credential opens.

alter table platform_user add unique (merchant_id, id);

alter table processor
  drop constraint processor_gateway_check,
  add check (gateway ~ '^[a-z][a-z0-9_]{1,39}$'),
  add column description text check (length(description) between 1 and 500),
  add column mode text not null default 'test' check (mode in ('test', 'live')),
  -- The person at the merchant who looks after the account at the gateway.
  add column user_id uuid,
  -- What the gateway said of the credential in use, and when: whose account it opens, or what is wrong with which value.
  add column account text,
  add column tested_at timestamptz(3),
  add column test_problem text,
  add column test_field text,
  -- Beside the credential in use: one that is prepared, or the one before. Sealed like that one, so that they can change
  -- places.
  add column second_credential bytea,
  add column second_account text,
  add column second_tested_at timestamptz(3),
  add column second_test_problem text,
  add column second_test_field text,
  add foreign key (merchant_id, user_id) references platform_user (merchant_id, id),
  add check (second_credential is not null or num_nulls(second_account, second_tested_at,
    second_test_problem, second_test_field) = 4);

grant update (name, organisation_id, description, user_id, active, credential, account, tested_at, test_problem, test_field,
  second_credential, second_account, second_tested_at, second_test_problem, second_test_field) on processor to kontor_provider;

-- What a gateway says of a credential is no change of configuration.
update recorded_table set secret = secret || '{second_credential}'::text[],
  noise = '{account,tested_at,test_problem,test_field,second_account,second_tested_at,second_test_problem,second_test_field}'
  where name = 'processor';

create index processor_notification_received on processor_notification (merchant_id, processor_id, received_at);
