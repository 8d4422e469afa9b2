import { Refusal } from '@kontor/contract/refusal'
import type { Trx } from '../../platform/db/database.ts'
import { hashOf } from '../access/secrets.ts'
import { inTurnWithLogouts, wasLoggedOut } from './issuer-logouts.ts'
import { type SignOnProof, sealRefreshToken } from './sign-on-proof.ts'
import { askAfter_ms, believedFor_ms } from './times.ts'

/** When the issuer is asked first. Where it cannot be asked, the session ends then. */
export const firstAsked = ({ refresh_token }: SignOnProof, now: Date): string =>
  new Date(now.getTime() + (refresh_token === null ? believedFor_ms : askAfter_ms)).toISOString()

/** Keeps beside a session what the issuer said that began it, unless the issuer has ended it since. */
export async function keepProof(
  trx: Trx,
  masterKey: string,
  secret: string,
  proof: SignOnProof,
  now: Date,
): Promise<void> {
  const { identity, refresh_token, sid } = proof
  const { id } = await trx
    .selectFrom('session')
    .select('id')
    .where('token_hash', '=', hashOf(secret))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('sign_on_session')
    .values({
      session_id: id,
      identity_id: identity,
      sid,
      refresh_token: refresh_token === null ? null : sealRefreshToken(masterKey, id, refresh_token),
      confirmed_at: now.toISOString(),
    })
    .execute()
  const { house, subject } = await trx
    .selectFrom('linked_identity')
    .select(['house', 'subject'])
    .where('id', '=', identity)
    .executeTakeFirstOrThrow()
  await inTurnWithLogouts(trx, house)
  if (await wasLoggedOut(trx, house, { subject, ...proof }))
    throw new Refusal('sign_on_refused', { problem: 'refused_there' })
}
