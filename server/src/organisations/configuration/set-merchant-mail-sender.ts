import type { ReadBody } from '@kontor/contract/endpoint'
import type { setMerchantMailSenderEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import type { Trx } from '../../platform/db/database.ts'
import { configure } from './configure.ts'

/** Sets in whose name the merchant's payers get mails, where answers go, and in which language they are (docs/adr/0197). */
export async function setMerchantMailSender(
  trx: Trx,
  id: string,
  { reason, ...sender }: ReadBody<typeof setMerchantMailSenderEndpoint>,
): Promise<void> {
  await configure(trx, id, sender, reason)
}
