import type { ReadBody } from '@kontor/contract/endpoint'
import type { createPackageEndpoint } from '@kontor/contract/packages/package.endpoints'
import type { Trx } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refusingTakenName } from '../platform/db/taken-name.ts'
import { firstOpenDay, requireOpenDay } from '../pricing/business-days.ts'
import { requireSchedule } from '../settlements/profiles/profile-parts.ts'
import { writePackageSchemes } from './package-schemes-change.ts'

export async function createPackage(
  trx: Trx,
  given: ReadBody<typeof createPackageEndpoint>,
  now: Date,
): Promise<string> {
  const { settlement_schedule: schedule_id = null, revenue_scheme, cost_scheme, ...rest } = given
  const { reserve_scheme, partner_scheme, ...values } = rest
  await requireSchedule(trx, schedule_id)
  const { id, created_at } = newId(now)
  await refusingTakenName(
    'package_name',
    trx
      .insertInto('package')
      .values({ ...values, id, created_at, schedule_id })
      .execute(),
  )
  const first = await firstOpenDay(trx)
  await requireOpenDay(trx, first)
  await writePackageSchemes(trx, id, { revenue_scheme, cost_scheme, reserve_scheme, partner_scheme }, first)
  return id
}
