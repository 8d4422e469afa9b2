import { newLine } from '@kontor/contract/pricing/new-line'
import type { Line, SchemeType } from '@kontor/contract/pricing/price.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import type { Making } from '../making.ts'

interface GivenScheme {
  type?: SchemeType
  name?: string
  description?: string | null
  currency_code?: string | null
  active?: boolean
  visible?: boolean
  /** Of its first version; null: it is under way. */
  valid_from?: string | null
  /** It waits for approval. */
  isSubmitted?: boolean
  lines?: readonly Line[]
  hold_ppm?: number
  hold_days?: number
  hold_cap?: number | null
  hold_base?: 'GROSS' | 'NET'
  share_of?: 'MARGIN' | 'FEE' | 'VOLUME'
  /** Merchants that have it from `assigned_from` on. */
  merchants?: readonly string[]
  assigned_from?: string
  default_from?: string
}

/** A scheme with one version, which is active from 2020 on unless the given says otherwise. */
export async function scheme(
  { db, next }: Making,
  { type = 'REVENUE', valid_from = '2020-01-01', lines, merchants = [], ...given }: GivenScheme = {},
): Promise<{ id: string; version: string }> {
  const { id, created_at } = newId(new Date())
  const version = newId(new Date()).id
  const writer = newId(new Date()).id
  const { currency_code = 'EUR', name = `scheme ${next()}`, description = null, active = true, visible = true } = given
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('scheme')
      .values({ id, created_at, type, name, description, currency_code, active, visible })
      .execute()
    const terms = {
      ...(type === 'RESERVE'
        ? {
            ...{ hold_ppm: given.hold_ppm ?? 50_000, hold_days: given.hold_days ?? 90 },
            ...{ hold_cap: given.hold_cap ?? null, hold_base: given.hold_base ?? 'GROSS' },
          }
        : {}),
      ...(type === 'PARTNER' ? { share_of: given.share_of ?? 'MARGIN' } : {}),
    }
    const of = { scheme_id: id, type, number: 1, author_ids: [writer], created_by: 'A writer', ...terms }
    await trx
      .insertInto('scheme_version')
      .values({ ...of, id: version })
      .execute()
    const prices = type === 'RESERVE' ? [] : (lines ?? [newLine({ fixed: 25 })])
    for (const [at, line] of prices.entries())
      await trx
        .insertInto('scheme_line')
        .values({ ...line, scheme_id: id, version_id: version, position: at + 1 })
        .execute()
    if (valid_from === null && !given.isSubmitted) return
    const submitted = { submitted_at: created_at, submitted_by: 'A writer' }
    const activated = { activated_at: created_at, activated_by: 'Another person', valid_from }
    await trx
      .updateTable('scheme_version')
      .set(valid_from ? { status: 'ACTIVE', ...submitted, ...activated } : { status: 'SUBMITTED', ...submitted })
      .where('id', '=', version)
      .execute()
  })
  for (const merchant_id of merchants)
    await db
      .insertInto('scheme_assignment')
      .values({ merchant_id, type, scheme_id: id, valid_from: given.assigned_from ?? '2020-01-01' })
      .execute()
  if (given.default_from)
    await db.insertInto('scheme_default').values({ type, scheme_id: id, valid_from: given.default_from }).execute()
  return { id, version }
}
