import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { networkOf } from '../../platform/http/network.ts'
import type { Desk } from '../access/desk.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { countAttempt, countOrRefuse, refuseWhileLocked } from '../guessing/attempts.ts'
import { inTurnWithLogouts, isMeant } from './issuer-logouts.ts'
import { IssuerUnusable } from './issuers.ts'
import { type IssuerLogout, invalidLogout, namesUs, readLogoutToken } from './logout-token.ts'
import { policyInForce, type SignOnPolicy } from './sign-on-policy.ts'

interface Ended {
  user_id: string
  ip: string | null
  browser: string | null
  platform: string | null
}

/**
 * Ends what an issuer says is over: the session that it names, or all sessions of the person that it began. The same said
 * again ends nothing more.
 */
export async function receiveIssuerLogout(
  desk: Desk,
  house: string,
  form: unknown,
  ip: string,
  now: Date,
): Promise<void> {
  const db = desk.databases.provider
  const { policy, logout } = await provenLogout(desk, house, form, networkOf(ip), now)
  await db.transaction().execute(async (trx) => {
    await inTurnWithLogouts(trx, house)
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('sign_on_logout')
      .values({ house, ...logout, received_at: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    const { rows } = await sql<Ended>`
      update session set ended_at = ${now.toISOString()}
      from sign_on_session s join linked_identity i on i.id = s.identity_id
        join sign_on_logout l on l.house = i.house and (l.subject is null or l.subject = i.subject)
      where session.id = s.session_id and session.ended_at is null and l.house = ${house} and l.jti = ${logout.jti}
        and i.issuer = ${policy.issuer} and i.client_id = ${policy.client_id} and ${isMeant(sql`s.sid`)}
      returning session.user_id, session.ip, session.browser, session.platform`.execute(trx)
    for (const { user_id, ip: from, browser, platform } of rows) {
      const caller = { ip: from ?? '', network: '', browser, platform }
      await recordSignIn(trx, { kind: 'session_ended', method: 'sign_on', user: { id: user_id }, caller }, now)
    }
  })
}

/**
 * What is not proven counts, for the organisation and the network: an issuer that serves many organisations sends for all of them from
 * one, and may send hundreds at once. What does not even name the issuer and our client there counts for the network alone, because
 * whoever has an issuer, or another client of this one, may have it send to the addresses of others. What cannot be proven because
 * the issuer does not tell its keys is no guess: it is answered as if we were away, so that the issuer says it again. A flood of
 * such is refused by its network, and makes us ask the issuer no more often.
 */
async function provenLogout(
  desk: Desk,
  house: string,
  form: unknown,
  network: string,
  now: Date,
): Promise<{ policy: SignOnPolicy; logout: IssuerLogout }> {
  const db = desk.databases.provider
  const policy = await policyInForce(db, { house })
  const token = new URLSearchParams(typeof form === 'string' ? form : '').get('logout_token')
  const whose = policy && token && namesUs(policy, token) ? `${house} ${network}` : network
  const counted = [db, 'sign_on.logout', whose, desk.settings.limits.network, now] as const
  await refuseWhileLocked(...counted)
  try {
    if (!policy || !token) throw invalidLogout()
    return { policy, logout: await readLogoutToken(desk, policy, token, now) }
  } catch (error) {
    if (error instanceof Refusal) await countAttempt(...counted)
    if (!(error instanceof IssuerUnusable)) throw error
    await countOrRefuse(db, 'sign_on.logout_unproven', network, desk.settings.limits.network, now)
    throw new Refusal('unavailable')
  }
}
