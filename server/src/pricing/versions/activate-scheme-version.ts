import type { ReadBody } from '@kontor/contract/endpoint'
import type { activateSchemeVersionEndpoint } from '@kontor/contract/pricing/scheme.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../../platform/db/database.ts'
import { requireOpenDay } from '../business-days.ts'
import { requireSeenBelowCost } from '../costs/below-cost.ts'
import { requireRehearsal } from '../rehearsal/require-rehearsal.ts'
import { authorOf } from './author.ts'
import { lockVersion, type OfVersion, requireSeen } from './locked-version.ts'
import { requireSeenMonthOwed } from './month-owed.ts'
import { requireSoundLines } from './require-sound-lines.ts'

type Activated = OfVersion & ReadBody<(typeof activateSchemeVersionEndpoint)['REVENUE']>

/** The version applies from its first day until that of the next one. Nothing of it changes afterwards. */
export async function activateSchemeVersion(
  trx: Trx,
  actor: Actor,
  id: string,
  { revision, valid_from, below_cost = [], left_out = [], month_owed = false, ...of }: Activated,
  now: Date,
): Promise<void> {
  const { scheme, version } = await lockVersion(trx, id, of)
  if (version.status !== 'SUBMITTED') throw new Refusal('version_not_submitted')
  requireSeen(version, revision)
  if (version.author_ids.includes(authorOf(actor))) throw new Refusal('same_person')
  await requireOpenDay(trx, valid_from)
  await requireSoundLines(trx, scheme, version.id)
  await requireRehearsal(trx, scheme, version, { day: valid_from, seen: left_out })
  await requireSeenBelowCost(trx, scheme, version.id, { day: valid_from, seen: below_cost })
  await requireSeenMonthOwed(trx, scheme, version.id, { day: valid_from, isSeen: month_owed })
  const activated = { status: 'ACTIVE', valid_from, activated_at: now.toISOString(), activated_by: actor.name }
  await refusingSameDay(trx.updateTable('scheme_version').set(activated).where('id', '=', version.id).execute())
}

async function refusingSameDay(written: Promise<unknown>): Promise<void> {
  try {
    await written
  } catch (error) {
    if (violatedConstraint(error) === 'scheme_version_from')
      throw new Refusal('scheme_overlap', { 'body.valid_from': 'taken' })
    throw error
  }
}
