import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/db/locked.ts'

/** A session that begins and a logout that arrives come one after the other, so one of them sees the other. */
export const inTurnWithLogouts = (trx: Trx, house: string): Promise<void> => inTurn(trx, `logouts of ${house}`)

interface Begun {
  subject: string
  sid: string | null
  issued_at: string
}

/** True when the issuer has said since that the person, or this session, signed out there. */
export async function wasLoggedOut(trx: Trx, house: string, { subject, sid, issued_at }: Begun): Promise<boolean> {
  const { rows } = await sql`
    select from sign_on_logout l where l.house = ${house} and l.issued_at >= ${issued_at}
      and (l.subject is null or l.subject = ${subject}) and ${isMeant(sql`${sid}::text`)} limit 1`.execute(trx)
  return rows.length > 0
}

/** A logout means the session that it names, or all of its person. Where the session has no name, the person decides. */
export const isMeant = (sid: ReturnType<typeof sql>) =>
  sql<boolean>`(l.sid is null or l.sid = ${sid} or (${sid} is null and l.subject is not null))`
