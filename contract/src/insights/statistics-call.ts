import type { z } from 'zod'
import type { Requirement } from '../roles.ts'

/** A `GET` that answers with figures. Like a list it sees what the caller may see, narrowed by `merchant` and `organisation`. */
export interface StatisticsCall<Q extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  readonly path: string
  readonly summary: string
  /** What counts, and how. */
  readonly description: string
  /** The area that it is described under. */
  readonly entity: 'transaction' | 'refund' | 'customer' | 'processor'
  readonly roles: Requirement
  readonly query: Q
  readonly reply: R
}

export const defineStatistics = <Q extends z.ZodType, R extends z.ZodType>(
  call: StatisticsCall<Q, R>,
): StatisticsCall<Q, R> => call

/** What the caller writes into the address. */
export type StatisticsQuery<C extends StatisticsCall> = z.input<C['query']>
export type StatisticsReply<C extends StatisticsCall> = z.output<C['reply']>
