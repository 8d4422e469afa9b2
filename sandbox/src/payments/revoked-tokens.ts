import type { Queryable } from '../database.ts'
import { Refused } from './refused.ts'

export async function isRevoked(db: Queryable, account: string, token: string): Promise<boolean> {
  const found = await db.query('select from revoked_token where account = $1 and token = $2', [account, token])
  return Boolean(found.rowCount)
}

/** Revokes a token. True: this request revoked it. False: it was revoked already, under this reference or another. */
export async function revoke(db: Queryable, account: string, token: string, reference: string): Promise<boolean> {
  const done = await db.query(
    'insert into revoked_token (account, token, reference) values ($1, $2, $3) on conflict do nothing',
    [account, token, reference],
  )
  if (done.rowCount) return true
  const other = 'select from revoked_token where account = $1 and reference = $2 and token <> $3'
  if ((await db.query(other, [account, reference, token])).rowCount)
    throw new Refused(409, 'reference_reused', 'This reference was used for another card')
  return false
}
