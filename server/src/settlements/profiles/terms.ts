import { profileDefaults } from '@kontor/contract/settlements/profiles/settlement-profile.rules'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { Settled } from '../settled.ts'

/** How a book is settled in a currency: by its profile, or by what holds without one. */
export interface Terms {
  profile: string | null
  organisation: string
  schedule: string
  minimum: bigint
  negative: string
  /** Why payouts wait; null: they do not. */
  hold_reason: string | null
}

export async function termsOf(db: Reader, { merchant_id, book_id, currency_code }: Settled): Promise<Terms> {
  const profile = await db
    .selectFrom('settlement_profile')
    .select(['id', 'organisation_id', 'schedule_id', 'negative', 'hold_reason'])
    .select(sql<string>`minimum::text`.as('minimum'))
    .where('merchant_id', '=', merchant_id)
    .where('book_id', '=', book_id)
    .where('currency_code', '=', currency_code)
    .executeTakeFirst()
  return {
    profile: profile?.id ?? null,
    organisation: profile?.organisation_id ?? merchant_id,
    schedule: profile?.schedule_id ?? (await defaultSchedule(db)),
    minimum: BigInt(profile?.minimum ?? profileDefaults.minimum(currency_code)),
    negative: profile?.negative ?? profileDefaults.negative,
    hold_reason: profile?.hold_reason ?? null,
  }
}

async function defaultSchedule(db: Reader): Promise<string> {
  const { id } = await db
    .selectFrom('settlement_schedule')
    .select('id')
    .where('default', '=', true)
    .executeTakeFirstOrThrow()
  return id
}
