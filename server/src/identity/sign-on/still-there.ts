import { type Kysely, sql } from 'kysely'
import * as oidc from 'openid-client'
import type { DB } from '../../schema.ts'
import type { Desk } from '../access/desk.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { clientOf } from './begin-sign-on.ts'
import { inTurnAt } from './issuers-in-turn.ts'
import { houseOf, policyInForce } from './sign-on-policy.ts'
import { openRefreshToken, sealRefreshToken } from './sign-on-proof.ts'
import { askAfter_ms, believedFor_ms } from './times.ts'

const again_ms = 60_000

export type Asking = Pick<Desk, 'databases' | 'issuers' | 'masterKey'>

interface Asked {
  user_id: string
  merchant_id: string | null
  issuer: string
  client_id: string
  subject: string
  refresh_token: Buffer | null
  confirmed_at: string
}

/**
 * Asks the issuer of a session whether the person is still there, and ends the session when not. Of several requests at once
 * one asks, because an issuer may take a refresh token once.
 */
export async function isStillThere(desk: Asking, session: string, now: Date): Promise<boolean> {
  const db = desk.databases.provider
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ ask_issuer_at: at(now, again_ms) })
    .where('id', '=', session)
    .where('ask_issuer_at', '<=', now.toISOString())
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return true
  const asked = await askedAbout(db, session)
  const answer = asked && (await answerAbout(desk, session, asked, now))
  if (answer === 'there') return true
  const isBelieved = asked && Date.parse(asked.confirmed_at) + believedFor_ms > now.getTime()
  if (answer === 'unknown' && isBelieved) return true
  await end(db, session, asked, now)
  return false
}

async function askedAbout(db: Kysely<DB>, session: string): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`
    select i.user_id, u.merchant_id, i.issuer, i.client_id, i.subject, s.refresh_token, s.confirmed_at
    from sign_on_session s join linked_identity i on i.id = s.identity_id join platform_user u on u.id = i.user_id
    where s.session_id = ${session}`.execute(db)
  return rows[0]
}

async function answerAbout(
  desk: Asking,
  session: string,
  asked: Asked,
  now: Date,
): Promise<'there' | 'gone' | 'unknown'> {
  const db = desk.databases.provider
  const policy = await policyInForce(db, { house: houseOf(asked.merchant_id) })
  if (policy?.issuer !== asked.issuer || policy.client_id !== asked.client_id) return 'gone'
  if (asked.refresh_token === null) return 'unknown'
  const token = openRefreshToken(desk.masterKey, session, asked.refresh_token)
  try {
    const client = await clientOf(desk, policy)
    const tokens = await inTurnAt(policy.issuer, () => oidc.refreshTokenGrant(client, token))
    const subject = tokens.claims()?.sub
    if (subject !== undefined && subject !== asked.subject) return 'gone'
    const next = tokens.refresh_token ?? token
    await db
      .updateTable('sign_on_session')
      .set({ refresh_token: sealRefreshToken(desk.masterKey, session, next), confirmed_at: now.toISOString() })
      .where('session_id', '=', session)
      .execute()
    await db
      .updateTable('session')
      .set({ ask_issuer_at: at(now, askAfter_ms) })
      .where('id', '=', session)
      .execute()
    return 'there'
  } catch (error) {
    // The standard's word for a token that is worth nothing any more: the person left, or was signed out there.
    return error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant' ? 'gone' : 'unknown'
  }
}

async function end(db: Kysely<DB>, session: string, asked: Asked | undefined, now: Date): Promise<void> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: now.toISOString() })
    .where('id', '=', session)
    .where('ended_at', 'is', null)
    .returning(['user_id', 'ip', 'browser', 'platform'])
    .executeTakeFirst()
  if (!ended) return
  const { ip, browser, platform } = ended
  const caller = { ip: ip ?? '', network: '', browser, platform }
  const user = { id: asked?.user_id ?? ended.user_id }
  await recordSignIn(db, { kind: 'session_ended', method: 'sign_on', user, caller }, now)
}

const at = (now: Date, later_ms: number) => new Date(now.getTime() + later_ms).toISOString()
