import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockVersion, type OfVersion } from './locked-version.ts'

export async function withdrawSchemeVersion(trx: Trx, id: string, of: OfVersion): Promise<void> {
  const { version } = await lockVersion(trx, id, of)
  if (version.status !== 'SUBMITTED') throw new Refusal('version_not_submitted')
  await trx
    .updateTable('scheme_version')
    .set({ status: 'DRAFT', submitted_at: null, submitted_by: null })
    .where('id', '=', version.id)
    .execute()
}
