-- Made by "npm run generate" from created_at>=2026-10-01&created_at<=2026-10-31: do not edit.

select row.* from (select row.* from (select row.*, merchant.name as merchant_name from (
  select i.id, i.created_at, i.number, i.kind,
  case when exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id) then 'CREDITED'
  when (case when i.due = 0 or exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id) then 0 else i.due - coalesce((
  select sum(t.amount) from ledger_transfer t where t.merchant_id = i.merchant_id and t.subject_id = i.id and t.transaction_id is null
  and t.kind in (47,48) and t.business_day > i.month), 0) end)::bigint <> 0 then 'ISSUED'
  when exists (select from invoice_book b where b.merchant_id = i.merchant_id and b.invoice_id = i.id and b.is_taken and not
  exists (select from settlement s where s.merchant_id = "i"."merchant_id" and s.book_id = "b"."book_id"
  and s.currency_code = "i"."currency_code" and upper(s.covers) >= upper("b"."available"))) then 'ISSUED'
  else 'SETTLED' end as status,
  i.issued_on, i.month as covers_from, (i.month + interval '1 month')::date - 1 as covers_through, i.currency_code,
  i.net, i.vat, i.total, i.due, i.due_on,
  (case when i.due = 0 or exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id) then 0 else i.due - coalesce((
  select sum(t.amount) from ledger_transfer t where t.merchant_id = i.merchant_id and t.subject_id = i.id and t.transaction_id is null
  and t.kind in (47,48) and t.business_day > i.month), 0) end)::bigint as outstanding,
  array(select s.number from settlement s join invoice_book b on b.merchant_id = s.merchant_id and b.book_id = s.book_id
  where b.merchant_id = i.merchant_id and b.invoice_id = i.id and b.is_taken and s.currency_code = i.currency_code
  and s.covers && b.available order by lower(s.covers), s.number) as settled_in,
  i.credits, i.reason, i.sha256, m.mailed_at, m.mails, i.organisation_id as organisation, i.merchant_id as merchant
  from invoice i left join invoice_mail m on m.merchant_id = i.merchant_id and m.invoice_id = i.id
  where "i"."merchant_id" = $1 and "i"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond' order by "row"."created_at" desc, row.id desc limit 25 offset $7) as row order by "row"."created_at" desc, row.id desc;

select count(*) as count from (select row.*, merchant.name as merchant_name from (
  select i.id, i.created_at, i.number, i.kind,
  case when exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id) then 'CREDITED'
  when (case when i.due = 0 or exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id) then 0 else i.due - coalesce((
  select sum(t.amount) from ledger_transfer t where t.merchant_id = i.merchant_id and t.subject_id = i.id and t.transaction_id is null
  and t.kind in (47,48) and t.business_day > i.month), 0) end)::bigint <> 0 then 'ISSUED'
  when exists (select from invoice_book b where b.merchant_id = i.merchant_id and b.invoice_id = i.id and b.is_taken and not
  exists (select from settlement s where s.merchant_id = "i"."merchant_id" and s.book_id = "b"."book_id"
  and s.currency_code = "i"."currency_code" and upper(s.covers) >= upper("b"."available"))) then 'ISSUED'
  else 'SETTLED' end as status,
  i.issued_on, i.month as covers_from, (i.month + interval '1 month')::date - 1 as covers_through, i.currency_code,
  i.net, i.vat, i.total, i.due, i.due_on,
  (case when i.due = 0 or exists (select from invoice c where c.merchant_id = i.merchant_id and c.credits = i.id) then 0 else i.due - coalesce((
  select sum(t.amount) from ledger_transfer t where t.merchant_id = i.merchant_id and t.subject_id = i.id and t.transaction_id is null
  and t.kind in (47,48) and t.business_day > i.month), 0) end)::bigint as outstanding,
  array(select s.number from settlement s join invoice_book b on b.merchant_id = s.merchant_id and b.book_id = s.book_id
  where b.merchant_id = i.merchant_id and b.invoice_id = i.id and b.is_taken and s.currency_code = i.currency_code
  and s.covers && b.available order by lower(s.covers), s.number) as settled_in,
  i.credits, i.reason, i.sha256, m.mailed_at, m.mails, i.organisation_id as organisation, i.merchant_id as merchant
  from invoice i left join invoice_mail m on m.merchant_id = i.merchant_id and m.invoice_id = i.id
  where "i"."merchant_id" = $1 and "i"."organisation_id" = any($2::uuid[])) as row
  left join merchant on merchant.id = row.merchant) as row where "row"."created_at" >= ($3::date::timestamp at time zone $4) and "row"."created_at" <= (($5::date + 1)::timestamp at time zone $6) - interval '1 millisecond';
