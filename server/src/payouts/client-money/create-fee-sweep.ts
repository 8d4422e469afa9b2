import type { ReadBody } from '@kontor/contract/endpoint'
import type { createFeeSweepEndpoint } from '@kontor/contract/payouts/client-money/client-money.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { closedThrough } from '../../ledger/ledger-day.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { requireSweepable, sweepsInTurn, underWay } from './fee-sweeps.ts'

/** Proposes a sweep of at most what may be swept, and gives its id. */
export async function createFeeSweep(
  trx: Trx,
  actor: Actor,
  { from, to, amount }: ReadBody<typeof createFeeSweepEndpoint>,
  now: Date,
): Promise<string> {
  if (actor.id === null) throw new Refusal('forbidden')
  await sweepsInTurn(trx)
  if ((await closedThrough(trx)) === undefined) throw new Refusal('ledger_not_open')
  const currency_code = await currencyOf(trx, { from, to })
  const besides = (await underWay(trx)).get(currency_code) ?? 0n
  await requireSweepable(trx, { currency_code, from, amount: BigInt(amount) }, besides)
  const { id, created_at } = newId(now)
  const year = created_at.slice(0, 4)
  await sql`
    insert into fee_sweep (id, created_at, reference, from_account_id, to_account_id, currency_code, amount, created_by, created_by_id)
    select ${id}, ${created_at}, ${`SWEEP-${year}-`} || lpad((count(*) + 1)::text, 6, '0'), ${from}, ${to}, ${currency_code}, ${amount},
      ${actor.name ?? ''}, ${actor.id}
    from fee_sweep where reference like ${`SWEEP-${year}-%`}`.execute(trx)
  return id
}

/** From client money to an own account, in one currency. */
async function currencyOf(trx: Trx, { from, to }: { from: string; to: string }): Promise<string> {
  const accounts = await trx
    .selectFrom('provider_bank_account')
    .select(['id', 'kind', 'currency_code'])
    .where('id', 'in', [from, to])
    .execute()
  const source = accounts.find(({ id, kind }) => id === from && kind === 'CLIENT_MONEY')
  const target = accounts.find(({ id, kind }) => id === to && kind === 'OWN')
  if (!source) throw new Refusal('sweep_account_wrong', { 'body.from': 'not_found' })
  if (target?.currency_code !== source.currency_code)
    throw new Refusal('sweep_account_wrong', { 'body.to': 'not_found' })
  return source.currency_code
}
