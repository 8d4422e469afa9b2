import {
  isPayableKind,
  type LedgerKind,
  ledgerKinds,
  type PayableKind,
  payableSign,
} from '@kontor/contract/ledger/ledger.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import { fixed } from '../../platform/db/kept-plans.ts'
import type { Settled } from '../settled.ts'
import { refundsUnderWay } from './refunds-under-way.ts'

export interface SettledLine {
  kind: PayableKind
  count: number
  /** Minor units; below zero: it is the provider's. */
  amount: bigint
}

export interface Reckoned {
  /** The first day that no settlement covers; null: nothing was ever booked. */
  from: string | null
  opening: bigint
  lines: SettledLine[]
  total: bigint
  /** Refunds that are under way or part of a later settlement, which are not paid out. */
  held_back: bigint
}

interface Row {
  from: string | null
  opening: string
  lines: { kind: number; count: string; amount: string }[]
}

/**
 * The account of a book from the end of its last settlement through a day. The sums by day of availability move in the
 * statements that write transfers, so nothing else has to be read; every day of the ledger's check compares them. `withQueue` is
 * that of `refundsUnderWay`.
 */
export async function reckon(db: Reader, of: Settled, through: string, withQueue = false): Promise<Reckoned> {
  const { merchant_id, book_id, currency_code } = of
  const ofBook = sql`merchant_id = ${merchant_id} and book_id = ${book_id} and currency_code = ${currency_code}`
  const { rows } = await sql<Row>`${fixed}
    with last as (
      select upper(covers) as until, carried from settlement where ${ofBook} order by upper(covers) desc limit 1),
    span as (
      select coalesce((select until from last), (select min(business_day) from ledger_balance where ${ofBook} and code = 30)) as from),
    line as (
      select kind, sum(n)::text as count, sum(amount)::text as amount from ledger_available, span
      where ${ofBook} and available_on >= span.from and available_on <= ${through}::date group by kind order by kind)
    select (select "from"::text from span) as "from", coalesce((select carried from last), 0)::text as opening,
      coalesce((select json_agg(line) from line), '[]') as lines`.execute(db)
  const [found] = rows
  if (!found) throw new Error('a book without an account')
  const { from, opening, lines } = found
  const settled = lines.map(lineOf).filter((line) => line !== undefined)
  return {
    from,
    opening: BigInt(opening),
    lines: settled,
    total: settled.reduce((sum, { amount }) => sum + amount, 0n),
    held_back: await refundsUnderWay(db, of, { through, withQueue }),
  }
}

const nameOf = new Map(Object.entries(ledgerKinds).map(([name, { kind }]) => [kind as number, name as LedgerKind]))

/** Undefined: the kind does not change what the merchant is owed. */
function lineOf({ kind, count, amount }: Row['lines'][number]): SettledLine | undefined {
  const name = nameOf.get(kind)
  if (!name) throw new Error(`there is no kind of transfer ${kind}`)
  if (!isPayableKind(name)) return undefined
  return { kind: name, count: Number(count), amount: BigInt(amount) * BigInt(payableSign(name)) }
}

export interface Closing {
  paid: bigint
  carried: bigint
}

/** What is paid of a closing: all but what is held back for refunds, unless that is less than the minimum. */
export function closingOf({ opening, total, held_back }: Reckoned, minimum: bigint): Closing {
  const closing = opening + total
  const payable = closing - held_back
  const paid = payable > 0n && payable >= minimum ? payable : 0n
  return { paid, carried: closing - paid }
}
