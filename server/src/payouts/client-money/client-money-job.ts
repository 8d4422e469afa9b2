import { plusDays } from '@kontor/contract/dates'
import { surplusOf } from '@kontor/contract/payouts/client-money/client-money.rules'
import { clientMoneyDay } from '@kontor/contract/payouts/client-money/client-money-day.entity'
import { sql } from 'kysely'
import { ledgerDay } from '../../ledger/ledger-day.ts'
import type { Databases, Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'
import type { EngineJob } from '../../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../../platform/jobs/one-turn.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { clientMoneyAt } from './client-money-at.ts'

export const shortfallMail = 'client_money_short'

interface House {
  databases: Pick<Databases, 'provider'>
  masterKey: string
  /** Mails are sent by it. */
  wall: Clock
  /** Sends mails that wait at once. */
  nudge: () => void
}

/**
 * Keeps for each closed day and currency whether the money of merchants was all there, in the order of the days, and mails the
 * provider's people when the newest one was short. It runs after days are closed. A day counts once, at however many servers.
 */
export const clientMoneyJob = (house: House): EngineJob => ({
  name: 'client money',
  every_ms: 5_000,
  async run(now) {
    const isOver = oneTurn()
    for (;;) {
      const done = await house.databases.provider.transaction().execute((trx) => checkNextDay(trx, house, now))
      if (done === 'none') return false
      if (done === 'short') house.nudge()
      if (isOver()) return true
    }
  },
})

async function checkNextDay(trx: Trx, { masterKey, wall }: House, now: Date): Promise<'none' | 'covered' | 'short'> {
  const ledger = await ledgerDay(trx)
  if (!ledger || ledger.closed_through < ledger.opened_on) return 'none'
  await inTurn(trx, 'client money')
  const { rows } = await sql<{
    last: string | null
  }>`select max(business_day)::text as last from client_money_day`.execute(trx)
  const last = rows[0]?.last ?? null
  const day = last === null ? await firstDay(trx, ledger.opened_on) : plusDays(last, 1)
  if (day > ledger.closed_through) return 'none'
  const found = await clientMoneyAt(trx, day)
  // A day without any money has a row as well, so that the next run goes on after it.
  const money = found.length > 0 ? found : [nothing(await ourCurrency(trx))]
  for (const { currency_code, ...each } of money)
    await sql`
      insert into client_money_day (id, business_day, currency_code, created_at, bank, receivable, payable, owed_by_merchants,
        reserve, in_transit, unexplained, surplus)
      values (${newId(now).id}, ${day}, ${currency_code}, ${now.toISOString()}, ${String(each.bank)}::bigint,
        ${String(each.receivable)}::bigint, ${String(each.payable)}::bigint, ${String(each.owed_by_merchants)}::bigint,
        ${String(each.reserve)}::bigint, ${String(each.in_transit)}::bigint, ${String(each.unexplained)}::bigint,
        ${String(surplusOf(each))}::bigint)`.execute(trx)
  const short = money.filter((each) => surplusOf(each) < 0n)
  // What was short on a day before is in the list; now it may be covered again.
  if (short.length === 0 || day < ledger.closed_through) return 'covered'
  for (const user of await staff(trx))
    await enqueueMail(
      trx,
      masterKey,
      { template: shortfallMail, values: { user, day }, useful_ms: 86_400_000 },
      wall.now(),
    )
  return 'short'
}

/** The ledger may have been opened long before there was a check. */
async function firstDay(trx: Trx, opened_on: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select greatest(${opened_on}::date, (select closed_through - 365 from ledger_day))::text as day`.execute(trx)
  return rows[0]?.day ?? opened_on
}

const nothing = (currency_code: string) => ({
  ...{ currency_code, bank: 0n, receivable: 0n, payable: 0n, owed_by_merchants: 0n, reserve: 0n, in_transit: 0n },
  unexplained: 0n,
})

async function ourCurrency(trx: Trx): Promise<string> {
  const { rows } = await sql<{ currency_code: string }>`
    select coalesce((select currency_code from provider_bank_account where kind = 'CLIENT_MONEY' order by "default" desc, created_at
      limit 1), 'EUR') as currency_code`.execute(trx)
  return rows[0]?.currency_code ?? 'EUR'
}

/** The provider's people who see client money. */
async function staff(trx: Trx): Promise<string[]> {
  const roles = [clientMoneyDay.roles.list].flat(2)
  const { rows } = await sql<{ id: string }>`
    select u.id from platform_user u where u.merchant_id is null and u.active
      and exists (select from role_grant g where g.user_id = u.id and g.role = any(${roles}::text[]))
    order by u.id`.execute(trx)
  return rows.map(({ id }) => id)
}
