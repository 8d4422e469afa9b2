import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { derivationBytes } from '../platform/secrets/key-ring.ts'

interface Addressed {
  id: string
  notification_key: string
}

/** The address to which a gateway reports about the payments of a processor. Its last part is a secret. */
export const notificationUrl = (publicUrl: string, { id, notification_key }: Addressed): string =>
  new URL(`/v1/processornotification/${id}/${notification_key}`, publicUrl).href

/** The address of a processor that does not exist yet. Its key follows from its id, so that nothing has to be kept. */
export const addressFor = (masterKey: string, publicUrl: string, id: string): string =>
  notificationUrl(publicUrl, { id, notification_key: keyFor(masterKey, id) })

/** The id and the key in such an address. Undefined: we did not give it. */
export function addressedIn(masterKey: string, address: string): Addressed | undefined {
  const [, id, notification_key] = /\/v1\/processornotification\/([0-9a-f-]{36})\/([0-9a-f]{32})$/.exec(address) ?? []
  if (id === undefined || notification_key === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(notification_key), Buffer.from(keyFor(masterKey, id)))
  return isOurs ? { id, notification_key } : undefined
}

function keyFor(masterKey: string, id: string): string {
  const key = hkdfSync('sha256', derivationBytes(masterKey), '', 'kontor notification address', 32)
  return createHmac('sha256', Buffer.from(key)).update(id).digest('hex').slice(0, 32)
}
