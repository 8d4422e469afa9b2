import { signInEventKinds, signInMethods } from '@kontor/contract/identity/sign-in-event.rules'
import type { SignInEventQuery } from '@kontor/contract/identity/sign-in-event.schemas'
import type { Kysely } from 'kysely'
import type { DB } from '../../schema.ts'

/** Newest first: ids contain their time. */
export async function listSignInEvents(db: Kysely<DB>, query: SignInEventQuery) {
  let statement = db
    .selectFrom('sign_in_event as event')
    .leftJoin('platform_user', 'platform_user.id', 'event.user_id')
    .select([
      'event.id',
      'event.created_at',
      'event.kind',
      'event.method',
      'event.ip',
      'event.browser',
      'event.platform',
    ])
    .select([
      'event.user_id as user',
      'platform_user.name as user_name',
      'platform_user.email as user_email',
      'platform_user.merchant_id as merchant',
    ])
  if (query.user !== undefined) statement = statement.where('event.user_id', '=', query.user)
  if (query.merchant !== undefined) statement = statement.where('platform_user.merchant_id', '=', query.merchant)
  if (query.kind !== undefined) statement = statement.where('event.kind', '=', query.kind)
  if (query.before !== undefined) statement = statement.where('event.id', '<', query.before)
  const rows = await statement.orderBy('event.id', 'desc').limit(query._limit).execute()
  return rows.map((row) => ({
    ...row,
    // The kinds are written from the same lists.
    kind: signInEventKinds.find((kind) => kind === row.kind) ?? 'refused',
    method: signInMethods.find((method) => method === row.method) ?? null,
  }))
}
