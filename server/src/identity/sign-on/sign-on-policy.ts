import type { Role } from '@kontor/contract/roles'
import { type Kysely, sql } from 'kysely'
import { providerId } from '../../platform/db/ids.ts'
import type { DB } from '../../schema.ts'
import { keyOf } from '../access/person.ts'

export const houseOf = (merchant: string | null): string => merchant ?? providerId

/** How the people of a house sign in at an issuer. A house is a merchant, or the provider. */
export interface SignOnPolicy {
  house: string
  issuer: string
  client_id: string
  /** Sealed. */
  client_secret: Buffer
  domains: string[]
  password_allowed: boolean
  factor_values: string[]
  groups_claim: string | null
  groups: { group: string; roles: Role[] }[]
}

/** The policy that is in force for a house, or for the mail domain of an address. */
export async function policyInForce(
  db: Kysely<DB>,
  of: { house: string } | { email: string },
): Promise<SignOnPolicy | undefined> {
  const { rows } = await sql<SignOnPolicy>`
    select s.merchant_id as house, s.issuer, s.client_id, s.client_secret, s.domains, s.password_allowed, s.factor_values,
      s.groups_claim, s.groups
    from sign_on s left join merchant m on m.id = s.merchant_id
    where s.active and coalesce(m.active, true)
      and ${'house' in of ? sql`s.merchant_id = ${of.house}` : sql`s.domains @> array[${domainOf(of.email)}]`}`.execute(
    db,
  )
  return rows[0]
}

export const domainOf = (email: string): string => keyOf(email).slice(keyOf(email).lastIndexOf('@') + 1)

/** True when the policy in force leaves people of this mail domain no password. It says nothing about a person. */
export async function isPasswordRefusedFor(db: Kysely<DB>, email: string): Promise<boolean> {
  const policy = await policyInForce(db, { email })
  return policy !== undefined && !policy.password_allowed
}
