import { type SweepStatus, sweepableOf } from '@kontor/contract/payouts/client-money/client-money.rules'
import type { FeeSweep } from '@kontor/contract/payouts/client-money/client-money.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader, Trx } from '../../platform/db/database.ts'
import { inTurn, type Locked, lockRow } from '../../platform/db/locked.ts'
import type { Exact } from '../../platform/sums.ts'
import { ordersInTurn } from '../orders/locked-payment-order.ts'
import { clientMoneyAt, type MoneyOfCurrency } from './client-money-at.ts'

/** Sweeps change in turn, after orders and statements: two of them do not take the same surplus. */
export async function sweepsInTurn(trx: Trx): Promise<void> {
  await ordersInTurn(trx)
  await inTurn(trx, 'fee sweep')
}

export async function lockSweep(trx: Trx, id: string) {
  await sweepsInTurn(trx)
  const row = await lockRow(trx.selectFrom('fee_sweep').selectAll().where('id', '=', id))
  if (!row) throw new Refusal('not_found')
  return row
}

/** The references of sweeps that an entry `e` names, as `named[1]`. */
export const namedSweeps = sql`regexp_matches(upper(concat_ws(' ', e.end_to_end, e.remittance)), 'SWEEP-[0-9]{4}-[0-9]{6}', 'g')`

/**
 * What left accounts of client money and nobody has explained, of each currency, minor units: it may be what our books still have
 * there. Without one debit of each sweep that is under way: that is counted already.
 */
export async function unexplainedDebits(db: Reader): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency_code: string; amount: string }>`
    with debit as (
      select e.id, e.provider_bank_account_id, e.amount, e.end_to_end, e.remittance, e.booked_on, a.currency_code
      from bank_entry e join provider_bank_account a on a.id = e.provider_bank_account_id
      where e.state = 'UNMATCHED' and e.amount < 0 and a.kind = 'CLIENT_MONEY'),
    swept as (
      select distinct on (s.id) e.id from debit e join lateral ${namedSweeps} named on true
        join fee_sweep s on s.reference = named[1] and s.from_account_id = e.provider_bank_account_id and s.amount = -e.amount
      where s.status in ('CREATED', 'APPROVED')
      order by s.id, e.booked_on, e.id)
    select currency_code, sum(-amount)::text as amount from debit where id not in (select id from swept) group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ currency_code, amount }) => [currency_code, BigInt(amount)]))
}

/** What is being swept of each currency, minor units. */
export async function underWay(db: Reader): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency_code: string; amount: string }>`
    select currency_code, sum(amount)::text as amount from fee_sweep where status in ('CREATED', 'APPROVED') group by 1`.execute(
    db,
  )
  return new Map(rows.map(({ currency_code, amount }) => [currency_code, BigInt(amount)]))
}

const none = {
  bank: 0n,
  receivable: 0n,
  payable: 0n,
  reserve: 0n,
  in_transit: 0n,
  owed_by_merchants: 0n,
  unexplained: 0n,
}

/** Refuses an amount above what may be swept, or above what the account has. `besides`: sweeps that are under way. */
export async function requireSweepable(
  trx: Trx,
  { currency_code, from, amount }: { currency_code: string; from: string; amount: bigint },
  besides: bigint,
): Promise<void> {
  const money: MoneyOfCurrency = (await clientMoneyAt(trx)).find((each) => each.currency_code === currency_code) ?? {
    ...{ currency_code, ...none },
  }
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(debit - credit), 0)::text as amount from ledger_balance where code = 10 and sub_id = ${from}
      and currency_code = ${currency_code}`.execute(trx)
  const debits = (await unexplainedDebits(trx)).get(currency_code) ?? 0n
  const all = sweepableOf(money, besides + debits)
  const there = BigInt(rows[0]?.amount ?? 0)
  const most = all < there ? all : there > 0n ? there : 0n
  if (amount > most) throw new Refusal('sweep_exceeds_surplus', { most: String(most) })
}

type Shown = Exact<FeeSweep>

/** The newest sweeps, or one of them. */
export async function sweeps(db: Reader, actor: Actor, id?: string): Promise<Shown[]> {
  const { rows } = await sql<Omit<FeeSweep, 'amount'> & { amount: string }>`
    select s.id, s.created_at, s.reference, s.status, s.from_account_id as "from", f.name as from_name, s.to_account_id as "to",
      t.name as to_name, t.country_code || '•• •••• ' || t.iban_end as to_iban, s.currency_code, s.amount::text as amount, s.created_by,
      s.created_by_id = ${actor.id}::uuid is true as created_by_me, s.approved_by, s.approved_at, s.booked_on, s.cancelled_by
    from fee_sweep s join provider_bank_account f on f.id = s.from_account_id join provider_bank_account t on t.id = s.to_account_id
    ${id === undefined ? sql`` : sql`where s.id = ${id}`}
    order by s.created_at desc, s.id desc limit 50`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

export async function requireSweep(db: Reader, actor: Actor, id: string): Promise<Shown> {
  const [found] = await sweeps(db, actor, id)
  if (!found) throw new Refusal('not_found')
  return found
}

/** A CHECK constraint allows only these words. */
export const statusOf = ({ status }: Locked<{ status: string }>): SweepStatus => status as SweepStatus
