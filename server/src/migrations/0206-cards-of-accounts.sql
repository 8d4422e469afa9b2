-- compatible-with: 0199
-- A card that is imported is looked for in all of the gateway's account, which several merchants may have (docs/adr/0187).
drop index card_token;
create index card_token on card (token);
