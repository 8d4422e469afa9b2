import type { z } from 'zod'
import type { RefusalCode } from '../refusal.ts'

/**
 * A call about the caller's own identity: signing in, and the profile. Unlike a command it asks for no role and keeps no
 * answer by idempotency key: its answers hold secrets, which are told once.
 */
export interface Call<B extends z.ZodType = z.ZodType, R extends z.ZodType = z.ZodType> {
  /** Also the name of the server's handler. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With parameters as `:id`. */
  readonly path: string
  readonly summary: string
  /** `anyone`: without a session. `session`: a signed-in person; an API key is nobody's profile. */
  readonly access: 'anyone' | 'session'
  readonly body: B
  readonly status: 200 | 201 | 204
  readonly reply: R
  readonly refusals: readonly RefusalCode[]
}

export const defineCall = <B extends z.ZodType, R extends z.ZodType>(call: Call<B, R>): Call<B, R> => call

export type CallBody<C extends Call> = z.input<C['body']>
export type CallReply<C extends Call> = z.output<C['reply']>
