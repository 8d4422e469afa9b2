import type { SignInEventKind, SignInMethod } from '@kontor/contract/identity/sign-in-event.rules'
import type { Kysely } from 'kysely'
import { newId } from '../../platform/db/ids.ts'
import { measure } from '../../platform/measuring.ts'
import type { DB } from '../../schema.ts'
import type { Caller } from './caller.ts'

export interface SignInEvent {
  kind: SignInEventKind
  method?: SignInMethod | null
  /** The user; undefined for an address without one. */
  user: { id: string } | undefined
  caller: Omit<Caller, 'device'>
}

/** Records a sign-in event. The typed text is never kept, because people type passwords into the wrong field. */
export async function recordSignIn(
  db: Kysely<DB>,
  { kind, method = null, user, caller }: SignInEvent,
  now: Date,
): Promise<void> {
  measure('signed_in', { kind })
  await db
    .insertInto('sign_in_event')
    .values({
      ...newId(now),
      user_id: user?.id ?? null,
      kind,
      method,
      ip: caller.ip,
      browser: caller.browser,
      platform: caller.platform,
    })
    .execute()
}
