-- Tags are made, changed, merged and deleted by people. Within an organisation a text is one tag, without regard to case.

alter table tag add column description text check (length(description) <= 500 and not contains_card_number(description));

-- Texts that differ in case alone, or in spaces around them, were two tags: the older one stays, and gets the payments of the other.
create temporary table merged_tag on commit drop as
  select merchant_id, id, stays from (
    select merchant_id, id, first_value(id) over (partition by merchant_id, organisation_id, lower(btrim(text))
      order by created_at, id) as stays from tag) each_tag
  where id <> stays;
insert into transaction_tag (merchant_id, transaction_created_at, transaction_id, tag_id, created_at)
  select x.merchant_id, x.transaction_created_at, x.transaction_id, m.stays, x.created_at
    from transaction_tag x join merged_tag m on m.merchant_id = x.merchant_id and m.id = x.tag_id
  on conflict do nothing;
delete from transaction_tag x using merged_tag m where m.merchant_id = x.merchant_id and m.id = x.tag_id;
delete from tag t using merged_tag m where m.merchant_id = t.merchant_id and m.id = t.id;
update tag set text = btrim(text) where text <> btrim(text) and btrim(text) <> '';

alter table tag drop constraint tag_merchant_id_organisation_id_text_key;
create unique index tag_text on tag (merchant_id, organisation_id, lower(text));

-- The beginning of a day of a zone, so many days before today: the same within a statement, which the clock alone is not.
create function day_before(zone text, days int) returns timestamptz language sql stable set search_path = public, pg_temp as
  $$ select ((engine_now() at time zone zone)::date - days)::timestamp at time zone zone $$;

grant update (text, color, description), delete on tag to kontor_merchant, kontor_provider;
-- What carried a merged tag.
grant update (tag_id) on transaction_tag to kontor_merchant, kontor_provider;
