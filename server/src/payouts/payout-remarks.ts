import { ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import {
  changedLately_days,
  type PayoutRemark,
  payoutRemarks,
  unusualFactor,
  usualChargebacks,
} from '@kontor/contract/payouts/payout.rules'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

/** What is unusual about a payout to this account, in the order of the contract. */
export async function payoutRemarksOf(
  db: Reader,
  { merchant_id, id }: { merchant_id: string; id: string },
  account: string,
): Promise<PayoutRemark[]> {
  const { rows } = await sql<Record<PayoutRemark, boolean | null>>`
    select
      p.was_exported as left_before,
      not exists (select from payout o join bank_account used on used.merchant_id = o.merchant_id and used.id = o.bank_account_id
        where o.merchant_id = p.merchant_id and o.id <> p.id and o.status in ('EXPORTED', 'PAID')
          and used.iban_fingerprint = b.iban_fingerprint) as first_payout,
      p.amount > ${unusualFactor} * (select percentile_cont(0.5) within group (order by last.amount::float8) from (
        select o.amount from payout o where o.merchant_id = p.merchant_id and o.currency_code = p.currency_code
          and (o.created_at, o.id) < (p.created_at, p.id) order by o.created_at desc, o.id desc limit 10) last)
        as larger_than_usual,
      (b.replaces is not null and b.created_at > engine_now() - make_interval(days => ${changedLately_days}))
        or (select o.bank_account_id from payout o where o.merchant_id = p.merchant_id and o.currency_code = p.currency_code
          and o.status in ('EXPORTED', 'PAID', 'RETURNED') and o.id <> p.id order by o.created_at desc, o.id desc limit 1)
          is distinct from b.id and exists (select from payout o where o.merchant_id = p.merchant_id
          and o.currency_code = p.currency_code and o.status in ('EXPORTED', 'PAID', 'RETURNED') and o.id <> p.id)
        as account_changed,
      (select sum(l.credit - l.debit) < 0 from ledger_balance l where l.merchant_id = s.merchant_id and l.book_id = s.book_id
        and l.code = 31 and l.currency_code = s.currency_code) as reserve_negative,
      (select coalesce(-sum(line.amount) filter (where line.kind = ${ledgerKinds.refund.kind}), 0)
          > coalesce(sum(line.amount) filter (where line.kind = ${ledgerKinds.capture.kind}), 0)
        from settlement_line line where line.merchant_id = s.merchant_id and line.settlement_id = s.id)
        as refunds_exceed_captures,
      (select coalesce(sum(line.count) filter (where line.kind = ${ledgerKinds.chargeback.kind}), 0) * 100
          > coalesce(sum(line.count) filter (where line.kind = ${ledgerKinds.capture.kind}), 0) * ${usualChargebacks}::int
        from settlement_line line where line.merchant_id = s.merchant_id and line.settlement_id = s.id)
        as many_chargebacks,
      exists (select from reconciliation_difference d where d.merchant_id = s.merchant_id and d.status = 'OPEN')
        as differences_open
    from payout p join settlement s using (merchant_id, id)
      join bank_account b on b.merchant_id = p.merchant_id and b.id = ${account}
    where p.merchant_id = ${merchant_id} and p.id = ${id}`.execute(db)
  const [found] = rows
  return payoutRemarks.filter((remark) => found?.[remark] === true)
}
