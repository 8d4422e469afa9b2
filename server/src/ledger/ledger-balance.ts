import type { ReplyOf } from '@kontor/contract/endpoint'
import type { ledgerBalanceEndpoint } from '@kontor/contract/ledger/ledger.endpoints'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Reader } from '../platform/db/database.ts'
import type { Exact } from '../platform/sums.ts'
import { today } from '../pricing/business-days.ts'
import { closedThrough } from './ledger-day.ts'
import { payableOf } from './payable-of.ts'

type Balances = Exact<ReplyOf<typeof ledgerBalanceEndpoint>>

interface Row {
  book: string | null
  bank_account: string | null
  currency_code: string
  /** Minor units as texts, because sums may exceed a JSON number. */
  payable: string
  reserve: string
  later: { on: string; amount: string }[]
  releases: { on: string; amount: string }[]
}

/**
 * What is owed and held per book and currency: of the merchant, of the books of the actor's part of it, or, for the provider, of all
 * merchants together.
 */
export async function ledgerBalance(trx: Reader, actor: Actor): Promise<Balances> {
  const { rows } = await sql<Row>`
    with book as materialized (${booksOf(actor)}),
    account as (
      select ${placeOf(actor)}, b.currency_code, sum(case when b.code = 30 then b.credit - b.debit else 0 end) as payable,
        sum(case when b.code = 31 then b.credit - b.debit else 0 end) as reserve
      from ledger_balance b join book on ${ofBook('b')}
      where b.code in (30, 31) group by 1, 2, 3),
    later as (
      select ${placeOf(actor)}, a.currency_code, a.available_on as day,
        sum(${payableOf('a')}) as amount
      from ledger_available a join book on ${ofBook('a')}
        join ledger_kind k using (kind)
      where a.available_on > ${today} group by 1, 2, 3, 4),
    release as (
      select ${placeOf(actor)}, h.currency_code, h.release_on as day, sum(h.amount) as amount
      from ledger_hold h join book on ${ofBook('h')} cross join ledger_day d
      where h.release_on > d.closed_through and h.amount > 0 group by 1, 2, 3, 4)
    select c.book, c.bank_account, c.currency_code, c.payable::text as payable, c.reserve::text as reserve,
      ${byDay('later')} as later, ${byDay('release')} as releases
    from account c order by c.currency_code, c.bank_account nulls first, c.book`.execute(trx)
  return { closed_through: (await closedThrough(trx)) ?? null, balances: rows.map(balanceOf) }
}

/** The books that the actor sees; with a currency, only what of the book is in that currency. */
export function booksOf({ scope }: Actor, merchant = scope.merchant): RawBuilder<unknown> {
  if (merchant === null)
    return sql`select b.merchant_id, b.id, b.bank_account_id, null::text as currency_code from ledger_book b`
  if (scope.merchant === null || scope.organisations === null)
    return sql`select b.merchant_id, b.id, b.bank_account_id, null::text as currency_code from ledger_book b
      where b.merchant_id = ${merchant}`
  // A user of a part of a merchant sees what is settled for that part.
  return sql`select b.merchant_id, b.id, b.bank_account_id, p.currency_code
    from ledger_book b join settlement_profile p on p.merchant_id = b.merchant_id and p.book_id = b.id
    where b.merchant_id = ${merchant} and p.organisation_id = any(${scope.organisations}::uuid[])`
}

/** The condition by which rows of a table of the ledger belong to a `book` of `booksOf`. */
export const ofBook = (alias: string): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`book.merchant_id = ${column('merchant_id')} and book.id = ${column('book_id')}
    and (book.currency_code is null or book.currency_code = ${column('currency_code')})`
}

const placeOf = ({ scope }: Actor): RawBuilder<unknown> =>
  scope.merchant === null
    ? sql`null::uuid as book, null::uuid as bank_account`
    : sql`book.id as book, book.bank_account_id as bank_account`

const byDay = (table: 'later' | 'release'): RawBuilder<unknown> => sql`
  coalesce((select jsonb_agg(jsonb_build_object('on', x.day, 'amount', x.amount::text) order by x.day) from ${sql.table(table)} x
    where x.book is not distinct from c.book and x.currency_code = c.currency_code and x.amount <> 0), '[]')`

function balanceOf({ payable, reserve, later, releases, ...of }: Row): Balances['balances'][number] {
  const waiting = later.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return {
    ...of,
    payable: BigInt(payable),
    payable_now: BigInt(payable) - waiting,
    later: later.map(({ on, amount }) => ({ available_on: on, amount: BigInt(amount) })),
    reserve: BigInt(reserve),
    releases: releases.map(({ on, amount }) => ({ release_on: on, amount: BigInt(amount) })),
  }
}
