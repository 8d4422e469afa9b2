-- compatible-with: 0210
-- Copies of outcomes that are being sent, so that all processes together send a few at once to each service (docs/adr/0171).

-- Null: nobody sends it. A process that was killed sends it no more when this is over.
alter table middleware_copy add column leased_until timestamptz(3);
create index middleware_copy_leased on middleware_copy (merchant_id, middleware_id)
  where done_at is null and leased_until is not null;
grant update (leased_until) on middleware_copy to kontor_provider;
