import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

interface GivenPackage {
  name?: string
  description?: string | null
  currency_code?: string
  schedule?: string | null
  delay_days?: number | null
  minimum?: number | null
  negative?: 'CARRY' | 'RESERVE' | null
  active?: boolean
  created_at?: Date
  /** The ids of its schemes, from 2020 on. */
  schemes?: Partial<Record<SchemeType, string>>
  /** Merchants that have it from `assigned_from` on. */
  merchants?: readonly string[]
  assigned_from?: string
}

export async function pricePackage({ db, next }: Making, given: GivenPackage = {}): Promise<string> {
  const { id, created_at } = newId(given.created_at ?? new Date())
  const { schemes = {}, merchants = [], assigned_from: valid_from = '2020-01-01' } = given
  await db
    .insertInto('package')
    .values({
      ...{ id, created_at, name: given.name ?? `package ${next()}`, description: given.description ?? null },
      ...{ currency_code: given.currency_code ?? 'EUR', schedule_id: given.schedule ?? null },
      ...{ delay_days: given.delay_days ?? null, minimum: given.minimum ?? null, negative: given.negative ?? null },
      active: given.active ?? true,
    })
    .execute()
  for (const [type, scheme_id] of Object.entries(schemes))
    await db
      .insertInto('package_scheme')
      .values({ package_id: id, type, valid_from: '2020-01-01', scheme_id })
      .execute()
  for (const merchant_id of merchants)
    await db.insertInto('package_assignment').values({ merchant_id, valid_from, package_id: id }).execute()
  return id
}
