import type { ReplyOf } from '@kontor/contract/endpoint'
import type { getClientMoneyEndpoint } from '@kontor/contract/payouts/client-money/client-money.endpoints'
import { surplusOf, sweepableOf } from '@kontor/contract/payouts/client-money/client-money.rules'
import { sql } from 'kysely'
import { closedThrough } from '../../ledger/ledger-day.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Exact } from '../../platform/sums.ts'
import { clientMoneyAt } from './client-money-at.ts'
import { sweeps, underWay, unexplainedDebits } from './fee-sweeps.ts'

type Seen = Exact<ReplyOf<typeof getClientMoneyEndpoint>>

/** Where client money is now, what of it is whose, and what may be swept. */
export async function getClientMoney(db: Reader, actor: Actor): Promise<Seen> {
  const taken = await underWay(db)
  const debits = await unexplainedDebits(db)
  const accounts = await accountsOf(db)
  const processors = await processorsOf(db)
  const of = <T extends { currency_code: string }>(all: readonly T[], code: string) =>
    all.flatMap(({ currency_code, ...each }) => (currency_code === code ? [each] : []))
  return {
    closed_through: (await closedThrough(db)) ?? null,
    currencies: (await clientMoneyAt(db)).map((money) => {
      const under_way = taken.get(money.currency_code) ?? 0n
      const sweepable = sweepableOf(money, under_way + (debits.get(money.currency_code) ?? 0n))
      return {
        ...{ ...money, surplus: surplusOf(money), under_way, sweepable },
        ...{ accounts: of(accounts, money.currency_code), processors: of(processors, money.currency_code) },
      }
    }),
    sweeps: await sweeps(db, actor),
    own_accounts: await ownAccounts(db),
  }
}

interface Account {
  id: string
  name: string
  currency_code: string
  ledger: string
  statement: string | null
  closing_on: string | null
  unmatched: number
}

async function accountsOf(db: Reader) {
  const { rows } = await sql<Account>`
    select a.id, a.name, a.currency_code, coalesce(l.amount, 0)::text as ledger, s.closing::text as statement, s.closing_on,
      (select count(*) from bank_entry e where e.provider_bank_account_id = a.id and e.state = 'UNMATCHED')::int as unmatched
    from provider_bank_account a
      left join lateral (select sum(debit - credit) as amount from ledger_balance b where b.sub_id = a.id and b.code in (10, 12)
        and b.currency_code = a.currency_code) l on true
      left join lateral (select closing, closing_on from bank_statement s where s.provider_bank_account_id = a.id
        order by s.number desc limit 1) s on true
    where a.kind = 'CLIENT_MONEY' order by a."default" desc, a.name, a.id`.execute(db)
  return rows.map(({ ledger, statement, ...row }) => ({
    ...row,
    ledger: BigInt(ledger),
    statement: statement === null ? null : BigInt(statement),
  }))
}

/** Also money whose processor is not known. */
async function processorsOf(db: Reader) {
  const { rows } = await sql<{ currency_code: string; gateway: string | null; amount: string }>`
    select b.currency_code, p.gateway, sum(b.debit - b.credit)::text as amount
    from ledger_balance b left join processor p on p.merchant_id = b.merchant_id and p.id = b.sub_id
    where b.code = 20 group by 1, 2 having sum(b.debit - b.credit) <> 0 order by 1, sum(b.debit - b.credit) desc`.execute(
    db,
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

const ownAccounts = (db: Reader) =>
  db
    .selectFrom('provider_bank_account')
    .select(['id', 'name', 'currency_code'])
    .where('kind', '=', 'OWN')
    .orderBy('default', 'desc')
    .orderBy('name')
    .execute()
