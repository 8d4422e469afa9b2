import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { exchangeRate } from '../exchange-rate.ts'
import { settlementLines } from '../runs/settlement-transfers.ts'
import type { Statement } from './camt053.ts'

/** What the statement of a settlement says. Refuses with `not_found` one that the actor does not see. */
export async function settlementStatement(db: Reader, actor: Actor, id: string): Promise<Statement> {
  const { rows } = await sql<Omit<Statement, 'lines' | 'exchanged' | Sum> & Record<Sum, string> & Exchanged>`
    select s.id, s.number, s.created_at, s.currency_code, lower(s.covers)::text as covers_from,
      (upper(s.covers) - 1)::text as covers_through, s.pay_on::text as pay_on, coalesce(m.legal_name, m.name) as merchant,
      s.opening::text as opening, s.paid::text as paid, s.carried::text as carried,
      s.payout_amount::text as payout_amount, s.payout_currency_code, ${exchangeRate} as exchange_rate, s.rate_on::text as rate_on
    from settlement s join merchant m on m.id = s.merchant_id
    where s.id = ${id} and ${visibleTo(actor, 's')}`.execute(db)
  const [found] = rows
  if (!found) throw new Refusal('not_found')
  const { payout_amount, payout_currency_code, exchange_rate, rate_on, ...of } = found
  const lines = await settlementLines(db, actor, id)
  return {
    ...of,
    exchanged:
      payout_amount === null
        ? null
        : {
            amount: BigInt(payout_amount),
            currency_code: payout_currency_code ?? '',
            rate: exchange_rate ?? '',
            on: rate_on ?? '',
          },
    opening: BigInt(found.opening),
    paid: BigInt(found.paid),
    carried: BigInt(found.carried),
    lines: lines.map(({ kind, count, amount }) => ({ kind, count: Number(count), amount: BigInt(amount) })),
  }
}

type Exchanged = Record<'payout_amount' | 'payout_currency_code' | 'exchange_rate' | 'rate_on', string | null>

type Sum = 'opening' | 'paid' | 'carried'
