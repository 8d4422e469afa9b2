import type { ReadBody } from '@kontor/contract/endpoint'
import type { setMerchantCapturingEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'

/** Sets how authorized payments are captured, all of it together. */
export async function setMerchantCapturing(
  trx: Trx,
  id: string,
  { reason, ...capturing }: ReadBody<typeof setMerchantCapturingEndpoint>,
): Promise<void> {
  await refuseCardNumber(trx, 'body.reason', reason)
  const { numUpdatedRows } = await trx
    .updateTable('merchant')
    .set({ ...capturing, configuration_reason: reason.trim() })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('not_found')
}
