import type { ParkedWhy } from '@kontor/contract/payments/stuck-operation.rules'
import type { Knowing } from '../../processors/manifest.ts'

/** What is known of an order before a try. */
export interface Sent {
  /** Undefined: no try has reached the processor. */
  since: Date | undefined
  /** The processor said that it has the order. */
  isAcknowledged: boolean
}

/** What a gateway can say, and for how long. */
export interface Gains {
  knowing: Pick<Knowing, 'key_h' | 'by_reference'>
  /** True: the gateway can be asked about an order. */
  canFind: boolean
}

/**
 * `ask`: the processor is asked about the order, and `unseen` says what follows when it does not know it. `wait`: only a
 * notification brings news. `park`: nothing is sent or asked under this reference any more.
 */
export type Step = Final | { do: 'ask'; unseen: Final }
type Final = { do: 'send' } | { do: 'wait'; retry_in_ms: number | 'never' } | { do: 'park'; why: ParkedWhy }

/** The part of a key's life in which an order is sent again. Clocks differ, and an order takes its time. */
const usedOfKey = 0.8
const hour_ms = 3_600_000
const minute_ms = 60_000

/** The rule of docs/adr/0081: which step may follow, so that no order is carried out twice. */
export function nextStep({ since, isAcknowledged }: Sent, { knowing, canFind }: Gains, now: Date): Step {
  const waiting = { do: 'wait', retry_in_ms: 'never' } as const
  if (isAcknowledged) return canFind ? { do: 'ask', unseen: waiting } : waiting
  if (since === undefined) return { do: 'send' }
  const age_ms = now.getTime() - since.getTime()
  const { by_reference, key_h } = knowing
  if (canFind && by_reference) return { do: 'ask', unseen: afterUnseen(by_reference.unseen_after_min, age_ms, key_h) }
  return withinKey(age_ms, key_h)
}

function afterUnseen(unseen_after_min: number | null, age_ms: number, key_h: number): Final {
  if (unseen_after_min === null) return withinKey(age_ms, key_h)
  const left_ms = unseen_after_min * minute_ms - age_ms
  return left_ms > 0 ? { do: 'wait', retry_in_ms: left_ms } : { do: 'send' }
}

function withinKey(age_ms: number, key_h: number): Final {
  if (age_ms < usedOfKey * key_h * hour_ms) return { do: 'send' }
  return { do: 'park', why: key_h === 0 ? 'no_key' : 'key_expired' }
}
