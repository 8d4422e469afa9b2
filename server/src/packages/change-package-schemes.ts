import type { ReadBody } from '@kontor/contract/endpoint'
import type { changePackageSchemesEndpoint } from '@kontor/contract/packages/package.endpoints'
import type { Trx } from '../platform/db/database.ts'
import { requireOpenDay } from '../pricing/business-days.ts'
import { lockPackage } from './locked-package.ts'
import { writePackageSchemes } from './package-schemes-change.ts'

/** All merchants of the package that have no scheme of their own pay by these from the day on. */
export async function changePackageSchemes(
  trx: Trx,
  id: string,
  { valid_from, ...schemes }: ReadBody<typeof changePackageSchemesEndpoint>,
): Promise<void> {
  await lockPackage(trx, id)
  await requireOpenDay(trx, valid_from)
  await writePackageSchemes(trx, id, schemes, valid_from)
}
