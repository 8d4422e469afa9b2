-- compatible-with: 0146
-- People of the provider open what is a merchant's by its id alone, which the primary keys do not find without the merchant.

create index settlement_id on settlement (id);
create index invoice_id on invoice (id);
create index one_off_id on one_off (id);
