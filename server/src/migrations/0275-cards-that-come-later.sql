-- compatible-with: 0231
-- A processor may approve the payment of a card-add link first and say the token of its card in a later report. The link had
-- looked at the status alone, and was never done (docs/adr/0247).
create function finish_card_add_link() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update card_add_link link set card_id = new.card_id, status = 'DONE'
    where link.merchant_id = new.merchant_id and link.id = new.card_add_link_id and link.status = 'INITIATED';
  return null;
end $$;

grant create on schema public to kontor_engine;
alter function finish_card_add_link() owner to kontor_engine;
revoke create on schema public from kontor_engine;

-- After `d_link`, which has done it already where the card comes with the approval.
create trigger d_link_card after update of card_id on transaction
  for each row when (new.card_add_link_id is not null and old.card_id is null and new.card_id is not null
    and new.status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'))
  execute function finish_card_add_link();

-- Links of before whose card has come.
update card_add_link link set card_id = t.card_id, status = 'DONE' from transaction t
  where link.status = 'INITIATED' and link.uses_reserved > 0
    and t.merchant_id = link.merchant_id and t.card_add_link_id = link.id and t.card_id is not null
    and t.status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED');
