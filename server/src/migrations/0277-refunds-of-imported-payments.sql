-- compatible-with: 0231
-- A refund of an imported payment is booked, and the payment is not (docs/adr/0128): no transfer said in which book, so that the
-- refund was not held back from what is paid out. Programs of before go on with booked_in.

-- Whether the refunds of a payment are booked in the book: where its capture was, else where its shop is paid, as the poster does it
-- (book_of). Nothing of payments from before the ledger is booked.
create function refunds_booked_in(merchant uuid, book uuid, currency text, payment_created timestamptz, payment uuid) returns boolean
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  captured_in_book boolean;
begin
  select bool_or(t.book_id = book and t.currency_code = currency) into captured_in_book from ledger_transfer t
    where t.merchant_id = merchant and t.transaction_id = payment and t.kind = 1;
  if captured_in_book is not null then
    return captured_in_book;
  end if;
  return exists (select from transaction t
      left join payment_profile p on p.merchant_id = t.merchant_id and p.id = t.payment_profile_id
    where t.merchant_id = merchant and t.created_at = payment_created and t.id = payment and t.currency_code = currency
      and t.created_at >= (select counts_from from ledger_day)
      and book = coalesce(
        (select b.id from ledger_book b where b.merchant_id = merchant and b.bank_account_id = p.bank_account_id),
        (select b.id from ledger_book b where b.merchant_id = merchant and b.bank_account_id is null)));
end $$;
