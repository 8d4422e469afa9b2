import { type PackageScheme, packageSchemes } from '@kontor/contract/packages/package.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../platform/db/database.ts'
import { requireApplicable } from '../pricing/applicable.ts'
import { lockScheme } from '../pricing/locked-scheme.ts'

/** Ids of schemes by their fields. Null: none; absent: as it is. */
type GivenSchemes = Partial<Record<PackageScheme, string | null | undefined>>

// The keys are those of the table, in which they are always locked in one order.
const fields = Object.keys(packageSchemes) as PackageScheme[]

/** Writes the schemes of a package from a day on. A change that was to begin on the same day is replaced. */
export async function writePackageSchemes(
  trx: Trx,
  package_id: string,
  schemes: GivenSchemes,
  valid_from: string,
): Promise<void> {
  for (const field of fields) {
    const scheme_id = schemes[field]
    if (scheme_id === undefined) continue
    const type = packageSchemes[field]
    if (scheme_id !== null) await requireScheme(trx, field, scheme_id, valid_from)
    await trx
      .insertInto('package_scheme')
      .values({ package_id, type, valid_from, scheme_id })
      .onConflict((taken) => taken.columns(['package_id', 'type', 'valid_from']).doUpdateSet({ scheme_id }))
      .execute()
  }
}

/** Only a scheme that has prices on that day, so that nobody is left without a price by a choice. */
async function requireScheme(trx: Trx, field: PackageScheme, id: string, day: string): Promise<void> {
  try {
    await requireApplicable(trx, await lockScheme(trx, packageSchemes[field], id), day)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'not_found') throw new Refusal('invalid_request', { [`body.${field}`]: 'not_found' })
    throw new Refusal(error.code, { [`body.${field}`]: error.code === 'scheme_gap' ? 'no_version' : 'inactive' })
  }
}
