-- compatible-with: 0231
-- What merchants read of a price, in both languages (docs/adr/0252). Null: it is named by what it is for.
alter table scheme_line
  add column text_nl text check (length(text_nl) between 1 and 100 and not contains_card_number(text_nl)),
  add column text_en text check (length(text_en) between 1 and 100 and not contains_card_number(text_en));
grant update (text_nl, text_en) on scheme_line to kontor_provider;
