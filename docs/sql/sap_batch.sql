-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (
  select b.id, b.created_at, $1::text || lpad(b.number::text, greatest(6, length(b.number::text)), '0') as number,
  lower(b.covers) as covers_from, upper(b.covers) - 1 as covers_through, b.status, b.last_status_update, b.transfers,
  case when b.status in ('CREATED', 'REJECTED') then (select count(*) from sap_batch_sum s
  left join lateral (
  select m.* from sap_mapping m where m.kind = s.kind and (m.for_merchant is null or m.for_merchant = s.book_of)
  and (m.currency_code is null or m.currency_code = s.currency_code)
  order by m.for_merchant is null, m.currency_code is null limit 1) m on true
  where s.batch_id = b.id and m.id is null)::int else 0 end as unmapped,
  b.sendings, b.created_by, l.at as sent_at, l.by_name as sent_by, l.answered_at, l.answered_by, l.sap_reference,
  l.reason as rejection_reason
  from sap_batch b left join sap_sending l on l.batch_id = b.id and l.number = b.sendings) as row where "row"."created_at" >= ($2::date::timestamp at time zone $3) and "row"."created_at" <= (($4::date + 1)::timestamp at time zone $5) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $6) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (
  select b.id, b.created_at, $1::text || lpad(b.number::text, greatest(6, length(b.number::text)), '0') as number,
  lower(b.covers) as covers_from, upper(b.covers) - 1 as covers_through, b.status, b.last_status_update, b.transfers,
  case when b.status in ('CREATED', 'REJECTED') then (select count(*) from sap_batch_sum s
  left join lateral (
  select m.* from sap_mapping m where m.kind = s.kind and (m.for_merchant is null or m.for_merchant = s.book_of)
  and (m.currency_code is null or m.currency_code = s.currency_code)
  order by m.for_merchant is null, m.currency_code is null limit 1) m on true
  where s.batch_id = b.id and m.id is null)::int else 0 end as unmapped,
  b.sendings, b.created_by, l.at as sent_at, l.by_name as sent_by, l.answered_at, l.answered_by, l.sap_reference,
  l.reason as rejection_reason
  from sap_batch b left join sap_sending l on l.batch_id = b.id and l.number = b.sendings) as row where "row"."created_at" >= ($2::date::timestamp at time zone $3) and "row"."created_at" <= (($4::date + 1)::timestamp at time zone $5) - interval '1 millisecond';
