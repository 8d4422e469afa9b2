import type { ReadBody } from '@kontor/contract/endpoint'
import type { setMerchantCapturingEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import type { Trx } from '../../platform/db/database.ts'
import { configure } from './configure.ts'

/** Sets how authorized payments are captured, all of it together. */
export async function setMerchantCapturing(
  trx: Trx,
  id: string,
  { reason, ...capturing }: ReadBody<typeof setMerchantCapturingEndpoint>,
): Promise<void> {
  await configure(trx, id, capturing, reason)
}
