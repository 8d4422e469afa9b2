import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockVersion, type OfVersion, requireDraft } from './locked-version.ts'

/** The first version goes with its scheme. */
export async function deleteSchemeVersion(trx: Trx, id: string, of: OfVersion): Promise<void> {
  const { version } = await lockVersion(trx, id, of)
  requireDraft(version)
  if (version.number === 1) throw new Refusal('scheme_in_use')
  await trx.deleteFrom('scheme_line').where('version_id', '=', version.id).execute()
  await trx.deleteFrom('scheme_version').where('id', '=', version.id).execute()
}
