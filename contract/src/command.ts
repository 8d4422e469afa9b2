import type { z } from 'zod'
import type { RefusalCode } from './refusal.ts'
import type { Requirement } from './roles.ts'

/** A write: what it is called with, who may, what it answers and how it may refuse. The doing is one function on the server. */
export interface Command<B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** `refund-transaction`: also the name of the server's file. */
  readonly name: string
  readonly method: 'POST' | 'PUT' | 'DELETE'
  /** With parameters as `:id`. */
  readonly path: string
  readonly summary: string
  readonly roles: Requirement
  /** Of the person who asks, whichever merchant their request narrows itself to. */
  readonly isOwn?: boolean
  readonly body: B
  readonly status: 200 | 201 | 204
  readonly reply: R
  /** The refusals that belong to this command, besides those that any request may meet. */
  readonly refusals: readonly RefusalCode[]
  /** Entities whose lists may look different afterwards. */
  readonly changes: readonly string[]
}

export const defineCommand = <B extends z.ZodType, R extends z.ZodType>(command: Command<B, R>): Command<B, R> =>
  command

export type CommandBody<C extends Command> = z.input<C['body']>
