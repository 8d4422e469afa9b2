import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import type { Caller } from '../access/caller.ts'
import type { Desk } from '../access/desk.ts'
import { findPerson, keyOf, type Person } from '../access/person.ts'
import { recordSignIn } from '../access/sign-in-record.ts'
import { voidTokens } from '../sign-in/user-tokens.ts'
import { NotSignedOn } from './not-signed-on.ts'
import type { Said } from './redeem-code.ts'
import { domainOf, houseOf, type SignOnPolicy } from './sign-on-policy.ts'

/**
 * The user whom an issuer means: the one that its subject was linked to, else the one of the same house with the address
 * that it vouches for. An issuer reaches nobody of another house, and makes nobody new: people are invited.
 */
export async function personMeant(
  desk: Desk,
  policy: SignOnPolicy,
  said: Said,
  caller: Caller,
  now: Date,
): Promise<{ identity: string; person: Person }> {
  const db = desk.databases.provider
  const { house, issuer, client_id } = policy
  const linked = await db
    .updateTable('linked_identity')
    .set({ last_used_at: now.toISOString() })
    .where('house', '=', house)
    .where('issuer', '=', issuer)
    .where('client_id', '=', client_id)
    .where('subject', '=', said.subject)
    .returning(['id', 'user_id'])
    .executeTakeFirst()
  if (!linked) return link(desk, policy, said, caller, now)
  const person = await findPerson(db, { id: linked.user_id })
  if (!person || houseOf(person.merchant_id) !== house) throw new NotSignedOn('not_invited')
  return { identity: linked.id, person }
}

async function link(
  desk: Desk,
  { house, issuer, client_id, domains }: SignOnPolicy,
  said: Said,
  caller: Caller,
  now: Date,
) {
  if (said.email === undefined || !said.email_verified) throw new NotSignedOn('email_not_verified')
  const email = keyOf(said.email)
  if (!domains.includes(domainOf(email))) throw new NotSignedOn('foreign_domain')
  const db = desk.databases.provider
  const person = await findPerson(db, { email })
  if (!person?.active || houseOf(person.merchant_id) !== house) throw new NotSignedOn('not_invited', person)
  const { id, created_at } = newId(now)
  await db.transaction().execute(async (trx: Trx) => {
    const made = await trx
      .insertInto('linked_identity')
      .values({
        ...{ id, user_id: person.id, house, issuer, client_id, subject: said.subject, email },
        ...{ created_at, last_used_at: created_at },
      })
      // Two browsers of one person may come at once; somebody else with the address may come later.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (made.numInsertedOrUpdatedRows === 0n) throw new NotSignedOn('other_identity', person)
    // The invitation is accepted by this: its link ends, because with it somebody else could set a password.
    if (person.password_hash === null) await voidTokens(trx, person.id, now)
    await recordSignIn(trx, { kind: 'identity_linked', method: 'sign_on', user: person, caller }, now)
  })
  return { identity: id, person }
}
