import { eventOf } from '@kontor/contract/webhooks/payload'
import type { PayloadData } from '@kontor/contract/webhooks/payloads'
import type { SendableType } from '@kontor/contract/webhooks/webhook.rules'

/** The body of a webhook that tells, of a thing of the type, what is said of it in its status. */
export const bodyOf = <T extends SendableType>(
  type: T,
  data: PayloadData<T>,
  timestamp: string,
  { isTest = false } = {},
) => ({ type: eventOf(type, data.status), ...(isTest ? { test: true } : {}), timestamp, data })
