import { lastOfMonth } from '@kontor/contract/dates'
import type { ReadBody } from '@kontor/contract/endpoint'
import type { rehearseSchemeVersionEndpoint } from '@kontor/contract/pricing/rehearsal/rehearsal.endpoints'
import { mostMonths } from '@kontor/contract/pricing/rehearsal/rehearsal.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { type Days, monthsOf } from '../../platform/time/months.ts'
import { firstOpenDay } from '../business-days.ts'
import { lockVersion } from '../versions/locked-version.ts'
import { portfolioOf } from './portfolio.ts'

type Asked = ReadBody<typeof rehearseSchemeVersionEndpoint> & { version: string }

/** Asks for a rehearsal of a draft or a submitted version; the queue carries it out. */
export async function rehearseSchemeVersion(
  trx: Trx,
  actor: Actor,
  id: string,
  { version: of, merchants, ...months }: Asked,
  now: Date,
): Promise<string> {
  const { version } = await lockVersion(trx, id, { type: 'REVENUE', version: of })
  if (version.status === 'ACTIVE') throw new Refusal('version_frozen')
  const days = daysOf(months)
  const first = await firstOpenDay(trx)
  if (days.first > first) throw new Refusal('invalid_request', { 'body.first_month': 'in_the_future' })
  const open = await trx.selectFrom('ledger_day').select('only_one').executeTakeFirst()
  if (!open) throw new Refusal('ledger_not_open')
  const merchant_ids = merchants ? await known(trx, merchants) : await portfolioOf(trx, id, first)
  const rehearsal = newId(now).id
  await refusingSecond(
    trx
      .insertInto('scheme_rehearsal')
      .values({
        ...{ id: rehearsal, version_id: version.id, revision: version.revision, created_by: actor.name },
        ...{ first_day: days.first, last_day: days.last, months: [...monthsOf(days)].length },
        ...{ is_portfolio: merchants === undefined, merchant_ids },
        created_at: sql<string>`engine_now()`,
      })
      .execute(),
  )
  return rehearsal
}

function daysOf({ first_month, last_month }: Pick<Asked, 'first_month' | 'last_month'>): Days {
  if (last_month < first_month) throw new Refusal('invalid_request', { 'body.last_month': 'before_the_first' })
  const days = { first: `${first_month}-01`, last: lastOfMonth(`${last_month}-01`) }
  if ([...monthsOf(days)].length > mostMonths)
    throw new Refusal('invalid_request', { 'body.first_month': 'too_many_months' })
  return days
}

async function known(trx: Trx, merchants: readonly string[]): Promise<string[]> {
  const found = await trx.selectFrom('merchant').select('id').where('id', 'in', merchants).orderBy('id').execute()
  if (found.length < new Set(merchants).size) throw new Refusal('invalid_request', { 'body.merchants': 'not_found' })
  return found.map((merchant) => merchant.id)
}

async function refusingSecond(written: Promise<unknown>): Promise<void> {
  try {
    await written
  } catch (error) {
    if (violatedConstraint(error) === 'scheme_rehearsal_under_way') throw new Refusal('rehearsal_under_way')
    throw error
  }
}
