import type { ReadBody } from '@kontor/contract/endpoint'
import type { setMerchantModulesEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import type { Trx } from '../../platform/db/database.ts'
import { configure } from './configure.ts'

/** Sets which parts of the product the merchant has. What runs of a part that is switched off goes on (docs/adr/0196). */
export async function setMerchantModules(
  trx: Trx,
  id: string,
  { reason, ...modules }: ReadBody<typeof setMerchantModulesEndpoint>,
): Promise<void> {
  await configure(trx, id, modules, reason)
}
