import { longestDelay, type PayableKind } from '@kontor/contract/ledger/ledger.rules'
import { Refusal } from '@kontor/contract/refusal'
import { settledKinds, settlementTransfer } from '@kontor/contract/settlements/settlement-transfer.entity'
import { sql } from 'kysely'
import { payableOf } from '../../ledger/payable-of.ts'
import { paymentOf } from '../../ledger/payment-of.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Source } from '../../platform/rows/list.ts'
import { numbersOf } from '../../pricing/kind-numbers.ts'

const kinds = numbersOf(...settledKinds)

/**
 * The transfers of a settlement that the actor may see: what became available on its days in its book. No list of them is kept,
 * because closed days do not change.
 */
export async function settlementTransfers(db: Reader, actor: Actor, id: string): Promise<Source> {
  const found = await db
    .selectFrom('settlement')
    .select(['merchant_id', 'book_id', 'currency_code'])
    .select([sql<string>`lower(covers)::text`.as('from'), sql<string>`(upper(covers) - 1)::text`.as('through')])
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  const { merchant_id, book_id, currency_code, from, through } = found
  return {
    entity: settlementTransfer,
    plannedByValues: true,
    rows: () => sql`
      select lpad(to_hex(t.seq), 32, '0')::uuid as id, t.business_day, t.available_on, k.name as kind,
        ${payableOf('t')} as amount, t.currency_code,
        payment.merchant_reference, t.transaction_id as transaction, t.subject_id as subject,
        case when t.transaction_id is null then t.of_day end as held_on
      from ledger_transfer t join ledger_kind k using (kind)
        left join transaction payment on ${paymentOf('t')}
      where t.merchant_id = ${merchant_id} and t.book_id = ${book_id} and t.currency_code = ${currency_code}
        and t.available_on between ${from}::date and ${through}::date
        and t.business_day between ${from}::date - ${sql.lit(longestDelay)}::int and ${through}::date
        and t.kind in (${kinds})`,
  }
}

/** What a settlement consists of, per kind. */
export async function settlementLines(db: Reader, actor: Actor, id: string) {
  const found = await db
    .selectFrom('settlement')
    .select('merchant_id')
    .where('id', '=', id)
    .where(visibleTo(actor, 'settlement'))
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return (
    db
      .selectFrom('settlement_line')
      .innerJoin('ledger_kind', 'ledger_kind.kind', 'settlement_line.kind')
      // The table has the names of the contract.
      .select([sql<PayableKind>`ledger_kind.name`.as('kind'), 'settlement_line.count', 'settlement_line.amount'])
      .where('merchant_id', '=', found.merchant_id)
      .where('settlement_id', '=', id)
      .orderBy('settlement_line.kind')
      .execute()
  )
}
