import { eventOf } from './payload.ts'
import type { PayloadData } from './payloads.ts'
import type { SendableType } from './webhook.rules.ts'

/** The body of a webhook of this type: an item's data in one status. */
export const bodyOf = <T extends SendableType>(
  type: T,
  data: PayloadData<T>,
  timestamp: string,
  { isTest = false } = {},
) => ({ type: eventOf(type, data.status), ...(isTest ? { test: true } : {}), timestamp, data })
