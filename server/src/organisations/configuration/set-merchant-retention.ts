import type { ReadBody } from '@kontor/contract/endpoint'
import type { setMerchantRetentionEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import { merchantKeptKinds } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { configure } from './configure.ts'
import type { Installed } from './merchant-configuration.ts'

/** Sets how long data of the merchant is kept: never longer than the installation keeps it (docs/adr/0198). */
export async function setMerchantRetention(
  trx: Trx,
  id: string,
  { reason, ...retention }: ReadBody<typeof setMerchantRetentionEndpoint>,
  installed: Installed,
): Promise<void> {
  const tooLong = merchantKeptKinds.filter((kind) => (retention[`keep_${kind}_days`] ?? 0) > installed.keptDays[kind])
  if (tooLong.length > 0)
    throw new Refusal(
      'invalid_request',
      Object.fromEntries(tooLong.map((kind) => [`body.keep_${kind}_days`, 'longer_than_installation'])),
    )
  await configure(trx, id, retention, reason)
}
