import type { ReadBody } from '@kontor/contract/endpoint'
import type { setMerchantLimitsEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { lockRow } from '../../platform/db/locked.ts'
import { configure } from './configure.ts'
import { forgetVolume } from './forget-volume.ts'

/** Sets all limits together, because the user has seen all of them. */
export async function setMerchantLimits(
  trx: Trx,
  id: string,
  { reason, ...limits }: ReadBody<typeof setMerchantLimitsEndpoint>,
): Promise<void> {
  const query = trx.selectFrom('merchant').select('daily_volume').where('id', '=', id)
  const before = await lockRow(query, { strength: 'no key update' })
  if (!before) throw new Refusal('not_found')
  await configure(trx, id, limits, reason)
  // Payments are not counted without a limit.
  if (before.daily_volume === null || limits.daily_volume === null) await forgetVolume(trx, id)
}
