-- compatible-with: 0231
-- An order that is safe twice is sent again under a new key where the processor keeps a failure under the ones before; this counts
-- them (docs/adr/0254). A process of the version before sends it under its first key, and is answered with the same failure.
alter table outbox add column keys_spent smallint not null default 0;
grant update (keys_spent) on outbox to kontor_merchant, kontor_provider;
