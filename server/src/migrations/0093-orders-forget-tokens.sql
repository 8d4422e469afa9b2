-- An order that is over no longer needs the token that it paid with (docs/adr/0115). A token of a stored card stays with its card.
grant update (payload) on outbox to kontor_merchant, kontor_provider;
update outbox set payload = payload - '{card_token,agreement_token}'::text[]
where done_at is not null and payload ?| '{card_token,agreement_token}';
