import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { versionTerms } from '@kontor/contract/pricing/scheme.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockScheme } from '../locked-scheme.ts'
import { insertDraft } from './insert-draft.ts'

/** A copy of the last version. A scheme has one version under way at a time. */
export async function createSchemeVersion(
  trx: Trx,
  actor: Actor,
  id: string,
  { type }: { type: SchemeType },
  now: Date,
): Promise<void> {
  const scheme = await lockScheme(trx, type, id)
  const last = await trx
    .selectFrom('scheme_version')
    .select(['id', 'number', 'status', ...versionTerms])
    .where('scheme_id', '=', id)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (last && last.status !== 'ACTIVE') throw new Refusal('version_under_way')
  const { id: lastId, status: _, ...before } = last ?? { id: null, status: null }
  const draft = await insertDraft(trx, actor, scheme, now, 'number' in before ? before : undefined)
  await sql`
    insert into scheme_line (scheme_id, version_id, position, event, gateway, product, brand, holder, funding, region, domestic, channel,
      currency_code, amount_from, amount_until, tier_from, tier_until, fixed, ppm, minimum, maximum, passes_on, text_nl, text_en, interchange_fixed,
      interchange_ppm, scheme_fees_fixed, scheme_fees_ppm)
    select scheme_id, ${draft}, position, event, gateway, product, brand, holder, funding, region, domestic, channel, currency_code,
      amount_from, amount_until, tier_from, tier_until, fixed, ppm, minimum, maximum, passes_on, text_nl, text_en, interchange_fixed,
      interchange_ppm, scheme_fees_fixed, scheme_fees_ppm
    from scheme_line where version_id = ${lastId} order by position`.execute(trx)
}
