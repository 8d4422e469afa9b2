import { type Asking, isStillThere } from '../sign-on/still-there.ts'
import { findSession, type SignedIn } from './sessions.ts'

/** The signed-in user. Of a session that an issuer began, the issuer is asked again from time to time. */
export async function livingSession(desk: Asking, secret: string, now: Date): Promise<SignedIn | undefined> {
  const found = await findSession(desk.databases.provider, secret, now)
  const due = found?.ask_issuer_at
  if (!due || Date.parse(due) > now.getTime()) return found
  return (await isStillThere(desk, found.id, now)) ? found : undefined
}
