import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { people } from '../people.ts'

export interface NewPerson {
  email: string
  name: string
}

/**
 * A user that only this test uses, with the demo's password; of Bloom by default, or of the provider's staff. The test may change the account
 * freely.
 */
export async function newPerson(
  given: { mfa_type?: 'email'; role?: string; merchant?: string; organisation?: string; isStaff?: true } = {},
): Promise<NewPerson> {
  const client = new pg.Client(process.env.KONTOR_E2E_DATABASE_URL)
  await client.connect()
  const id = randomUUID()
  const person = { email: `eva.${id.slice(0, 8)}@bloom.example`, name: 'Eva Eigen' }
  await client.query(
    `insert into platform_user (id, merchant_id, organisation_id, email, name, password_hash, mfa_type)
     select $1, m.id, case when m.id is null then null when $8::uuid is not null then $8::uuid
       when m.id = merchant_id then organisation_id else m.id end, $2, $3, password_hash, $4
     from platform_user u left join merchant m on not $7 and m.id = coalesce($6, u.merchant_id) where u.email = $5`,
    [
      ...[id, person.email, person.name, given.mfa_type ?? null, people.owner.email],
      ...[given.merchant ?? null, given.isStaff ?? false, given.organisation ?? null],
    ],
  )
  await client.query('insert into role_grant (user_id, role) values ($1, $2)', [id, given.role ?? 'USER_ALL'])
  await client.end()
  return person
}
