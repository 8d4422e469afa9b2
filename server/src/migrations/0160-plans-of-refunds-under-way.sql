-- Two questions of each settlement about the transfers of a book. As functions they keep their plans over all partitions for as
-- long as the connection lives: planning them anew was half of the time of a settlement.

-- Whether a payment was booked in the book.
create function booked_in(merchant uuid, book uuid, currency text, payment uuid) returns boolean
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return exists (select from ledger_transfer t where t.merchant_id = merchant and t.transaction_id = payment and t.kind = 1
    and t.book_id = book and t.currency_code = currency);
end $$;

-- Of refunds of the book that are available after a day, what was taken back too. No transfer is available more than 60 days
-- after its business day.
create function refunds_taken_back(merchant uuid, book uuid, currency text, through date) returns numeric
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (select coalesce(sum(least(taken, back)), 0) from (
    select coalesce(sum(amount) filter (where kind = 7), 0) as taken, coalesce(sum(amount) filter (where kind = 33), 0) as back
    from ledger_transfer t
    where t.merchant_id = merchant and t.book_id = book and t.currency_code = currency and t.kind in (7, 33)
      and t.available_on > through and t.business_day > through - 60
    group by t.subject_id) of_refund);
end $$;
