-- compatible-with: 0231
-- The processor's id of what it made of a capture: a second one under the same reference has another (docs/adr/0259). The payment and
-- each refund have theirs in their own rows. A process of the version before leaves it out, and the next report writes it.
alter table outbox add column external_id text;
alter table outbox add constraint outbox_external_id_length check (length(external_id) between 1 and 255) not valid;
grant update (external_id) on outbox to kontor_merchant, kontor_provider;
