import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { authorOf } from './author.ts'
import { lockVersion, type OfVersion, requireDraft, requireSeen } from './locked-version.ts'
import { requireSoundLines } from './require-sound-lines.ts'

/** Whoever submits a version vouches for it, as its authors do, and cannot activate it. */
export async function submitSchemeVersion(
  trx: Trx,
  actor: Actor,
  id: string,
  { revision, ...of }: OfVersion & { revision: number },
  now: Date,
): Promise<void> {
  const { scheme, version } = await lockVersion(trx, id, of)
  requireDraft(version)
  requireSeen(version, revision)
  await requireSoundLines(trx, scheme, version.id)
  await trx
    .updateTable('scheme_version')
    .set({
      ...{ status: 'SUBMITTED', submitted_at: now.toISOString(), submitted_by: actor.name },
      author_ids: [...new Set([...version.author_ids, authorOf(actor)])],
    })
    .where('id', '=', version.id)
    .execute()
}
