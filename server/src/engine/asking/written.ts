import type { Gateway, NotSent, OutcomeUnknown } from '../../processors/gateway.ts'
import type { Contradiction } from '../contradictions/contradiction.ts'
import type { Found } from '../outbox/found.ts'
import type { JobKey, JobResult, PaymentJob } from '../outbox/outbox.ts'
import type { Silence } from './ask-processor.ts'

/** What a try brought. Undefined: there was nothing left to ask. */
export type Answer = Found | Silence | OutcomeUnknown | NotSent | undefined

export interface Tried {
  job: PaymentJob
  gateway: Gateway
  answer: Answer
  masterKey: string
  /** A payer waits for the payment. */
  isAwaited: boolean
}

export interface Written {
  result: JobResult
  /** Set when the answer contradicts what we have. */
  contradiction?: Contradiction | undefined
  /** The job that follows at once: of the payment's second processor, or what has to come before that. */
  next?: JobKey | undefined
}
