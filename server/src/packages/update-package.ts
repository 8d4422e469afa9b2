import type { ReadBody } from '@kontor/contract/endpoint'
import type { updatePackageEndpoint } from '@kontor/contract/packages/package.endpoints'
import type { Trx } from '../platform/db/database.ts'
import { refusingTakenName } from '../platform/db/taken-name.ts'
import { requireSchedule } from '../settlements/profiles/profile-parts.ts'
import { lockPackage } from './locked-package.ts'

/** How its merchants are settled counts for days that are not closed, as of a settlement profile. */
export async function updatePackage(
  trx: Trx,
  id: string,
  { settlement_schedule, ...values }: ReadBody<typeof updatePackageEndpoint>,
): Promise<void> {
  await lockPackage(trx, id)
  await requireSchedule(trx, settlement_schedule)
  const changed = { ...values, ...(settlement_schedule !== undefined && { schedule_id: settlement_schedule }) }
  if (Object.keys(changed).length === 0) return
  await refusingTakenName('package_name', trx.updateTable('package').set(changed).where('id', '=', id).execute())
}
