import { type Kysely, sql } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import { openCredential, sealCredential } from '../../platform/secrets/sealed.ts'
import type { DB } from '../../schema.ts'

/** Codes of an authenticator: RFC 6238, six digits, 30 seconds, one step to either side. */

const step_s = 30
const place = (user: string) => ({ merchant: 'totp', record: user })

export const newTotpSecret = (): string => generateSecret({ length: 20 })
export const otpauthOf = (secret: string, email: string): string =>
  generateURI({ issuer: 'Kontor', label: email, secret })

export const sealTotp = (masterKey: string, user: string, secret: string): Buffer =>
  sealCredential(masterKey, place(user), { secret })
export const openTotp = (masterKey: string, user: string, sealed: Buffer): string =>
  openCredential(masterKey, place(user), sealed).secret ?? ''

/** The time step of a code; undefined when the code is not valid now. */
export async function stepOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: step_s })
  if (!result.valid) return undefined
  return Math.floor(epoch / step_s) + result.delta
}

/** Uses up the code: true once for a step, and never for an earlier step. */
export async function takeStep(db: Kysely<DB>, user: string, step: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update totp set last_step = ${step} where user_id = ${user} and last_step < ${step}`.execute(db)
  return numAffectedRows === 1n
}

/** Puts the authenticator in use. The confirming code is used up by that. */
export async function saveTotp(db: Kysely<DB>, user: string, sealed: Buffer, step: number, now: Date): Promise<void> {
  const row = { secret: sealed, last_step: step, created_at: now.toISOString() }
  await db
    .insertInto('totp')
    .values({ user_id: user, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
