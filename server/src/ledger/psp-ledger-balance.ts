import type { ReplyOf } from '@kontor/contract/endpoint'
import type { pspLedgerBalanceEndpoint } from '@kontor/contract/ledger/ledger.endpoints'
import { sql } from 'kysely'
import type { Reader } from '../platform/db/database.ts'
import type { Exact } from '../platform/sums.ts'
import { today } from '../pricing/business-days.ts'
import { numbersOf } from '../pricing/kind-numbers.ts'
import { closedThrough } from './ledger-day.ts'

type Accounts = Exact<ReplyOf<typeof pspLedgerBalanceEndpoint>>

/** Every account of the ledger by currency, over all merchants and the provider itself. */
export async function pspLedgerBalance(trx: Reader): Promise<Accounts> {
  const { rows } = await sql<Omit<Accounts['accounts'][number], 'balance'> & { balance: string }>`
    select c.code, c.name, c.side, b.currency_code,
      sum(case c.side when 'D' then b.debit - b.credit else b.credit - b.debit end)::text as balance
    from ledger_balance b join ledger_code c using (code) group by 1, 2, 3, 4 order by 4, 1`.execute(trx)
  const { rows: counts } = await sql<{ waiting: number; set_aside: number; unpriced: number; since: string | null }>`
    select (select count(*) from ledger_event) as waiting, (select count(*) from ledger_event_aside) as set_aside,
      count(*) as unpriced, min(business_day) as since
    from ledger_transfer where kind = ${numbersOf('capture')} and scheme_line is null and business_day > ${today} - 90`.execute(
    trx,
  )
  const { waiting = 0, set_aside = 0, unpriced = 0, since = null } = counts[0] ?? {}
  return {
    closed_through: (await closedThrough(trx)) ?? null,
    accounts: rows.map((row) => ({ ...row, balance: BigInt(row.balance) })),
    ...{ waiting, set_aside, unpriced: { count: unpriced, since } },
  }
}
