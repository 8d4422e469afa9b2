import { Refusal } from '@kontor/contract/refusal'
import { plainAddress } from '../../platform/db/within-networks.ts'
import { type Asking, isStillThere } from '../sign-on/still-there.ts'
import { findSession, type SignedIn } from './sessions.ts'

/**
 * The signed-in user. From outside the networks of its merchant a session is refused and goes on: the person may be at work with
 * it. Of a session that an issuer began, the issuer is asked again from time to time.
 */
export async function livingSession(
  desk: Asking,
  secret: string,
  ip: string,
  now: Date,
): Promise<SignedIn | undefined> {
  const found = await findSession(desk.databases.provider, secret, ip, now)
  if (found?.is_elsewhere) throw new Refusal('network_not_allowed', { address: plainAddress(ip) ?? ip })
  const due = found?.ask_issuer_at
  if (!due || Date.parse(due) > now.getTime()) return found
  return (await isStillThere(desk, found.id, now)) ? found : undefined
}
