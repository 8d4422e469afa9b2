import type { ReplyOf } from '@kontor/contract/endpoint'
import type { reserveNotificationAddressEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { newId } from '../../platform/db/ids.ts'
import { addressFor } from '../notification-url.ts'

interface House {
  readonly masterKey: string
  readonly publicUrl: string
}

/** Gives the address for the notifications of a processor that is created with it later, or never. */
export function reserveNotificationAddress(
  now: Date,
  house: House,
): ReplyOf<typeof reserveNotificationAddressEndpoint> {
  return { notification_url: addressFor(house.masterKey, house.publicUrl, newId(now).id) }
}
