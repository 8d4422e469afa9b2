-- The settlement in which a payment was paid out, or a refund or chargeback was deducted: the one whose range has the day on
-- which its transfer became available. Null while there is none.
--
-- A function, so that the lists that call it are not planned over all partitions of the ledger. Almost every transfer is booked
-- within two months of what it is about, so that few partitions are read; the others are read where that finds nothing.
create function settlement_of(merchant uuid, payment uuid, subject uuid, of_kind int, since timestamptz) returns uuid
language plpgsql stable as $$
declare
  first_day date := (since at time zone 'UTC')::date - 1;
  transfer record;
begin
  if not exists (select from ledger_day) then
    return null;
  end if;
  select t.book_id, t.currency_code, t.available_on into transfer from ledger_transfer t
    where t.merchant_id = merchant and t.transaction_id = payment and t.subject_id = subject and t.kind = of_kind
      and t.business_day between first_day and first_day + 62
    order by t.business_day limit 1;
  if not found then
    select t.book_id, t.currency_code, t.available_on into transfer from ledger_transfer t
      where t.merchant_id = merchant and t.transaction_id = payment and t.subject_id = subject and t.kind = of_kind
        and t.business_day > first_day + 62
      order by t.business_day limit 1;
  end if;
  return (select s.id from settlement s where s.merchant_id = merchant and s.book_id = transfer.book_id
    and s.currency_code = transfer.currency_code and s.covers @> transfer.available_on);
end $$;
revoke execute on function settlement_of(uuid, uuid, uuid, int, timestamptz) from public;
grant execute on function settlement_of(uuid, uuid, uuid, int, timestamptz) to kontor_merchant, kontor_provider;
