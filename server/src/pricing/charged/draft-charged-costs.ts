import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockScheme } from '../locked-scheme.ts'
import { createSchemeVersion } from '../versions/create-scheme-version.ts'
import { chargedLines } from './charged-lines.ts'

/** A copy of the last version with the prices that processors charge. People look at it, and approve it, as at any other. */
export async function draftChargedCosts(trx: Trx, actor: Actor, id: string, now: Date): Promise<void> {
  const { currency_code: currency } = await lockScheme(trx, 'COST', id)
  await createSchemeVersion(trx, actor, id, { type: 'COST' }, now)
  const { id: version } = await trx
    .selectFrom('scheme_version')
    .select('id')
    .where('scheme_id', '=', id)
    .where('status', '=', 'DRAFT')
    .executeTakeFirstOrThrow()
  const lines = await chargedLines(trx, { scheme: id, version, currency })
  const changed = lines.flatMap(({ number, proposed }) => (proposed ? [{ number, proposed }] : []))
  if (changed.length === 0) throw new Refusal('charged_as_expected')
  for (const { number, proposed } of changed) {
    const { fixed, ppm, interchange_fixed, interchange_ppm, scheme_fees_fixed, scheme_fees_ppm } = proposed
    await trx
      .updateTable('scheme_line')
      .set({ fixed, ppm, interchange_fixed, interchange_ppm, scheme_fees_fixed, scheme_fees_ppm })
      .where('version_id', '=', version)
      .where('position', '=', number)
      .execute()
  }
}
