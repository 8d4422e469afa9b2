import type { ReadBody } from '@kontor/contract/endpoint'
import type { setSignOnEndpoint } from '@kontor/contract/identity/sign-on/sign-on.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { lackedRoles, merchantRoles } from '@kontor/contract/roles'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { providerId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'

type Input = ReadBody<typeof setSignOnEndpoint>

/** Sets the single sign-on of a merchant's people. A mail domain belongs to one house, and only the provider says to which. */
export async function setSignOn(
  trx: Trx,
  actor: Actor,
  id: string,
  input: Input,
  now: Date,
  masterKey: string,
): Promise<void> {
  const found = await trx.selectFrom('merchant').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  await setOfHouse(trx, actor, id, input, now, masterKey)
}

export async function setOfHouse(
  trx: Trx,
  actor: Actor,
  house: string,
  { client_secret, ...input }: Input,
  now: Date,
  masterKey: string,
): Promise<void> {
  refuseHalf(input)
  refuseRoles(actor, house, input)
  // Two who take the same domain for two houses come one after the other.
  await inTurn(trx, 'mail domains')
  const domains = [...new Set(input.domains)]
  await refuseTakenDomains(trx, house, domains)
  const present = await trx
    .selectFrom('sign_on')
    .select(['issuer', 'client_id', 'client_secret', 'active', 'password_allowed'])
    .where('merchant_id', '=', house)
    .executeTakeFirst()
  const isOther = present?.issuer !== input.issuer || present.client_id !== input.client_id
  // A secret that stayed would be sent to whatever address was just typed.
  if (!client_secret && (isOther || !present))
    throw new Refusal('invalid_request', { 'body.client_secret': 'required' })
  const sealed = client_secret
    ? sealCredential(masterKey, { merchant: house, record: 'sign_on' }, { client_secret })
    : present?.client_secret
  const values = {
    ...input,
    domains,
    groups: JSON.stringify(input.groups),
    // It is present where none was given.
    client_secret: sealed as Buffer,
  }
  await trx
    .insertInto('sign_on')
    .values({ merchant_id: house, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute()
  if (house === providerId && input.active && !input.password_allowed) await refuseNobodyWithPassword(trx)
  if (!input.active || isOther) await endThoseOfIssuer(trx, house, now)
  await endThoseWhoMustSignOn(trx, house, now)
}

function refuseHalf({ active, domains, groups, groups_claim }: Omit<Input, 'client_secret'>): void {
  if (active && domains.length === 0) throw new Refusal('invalid_request', { 'body.domains': 'required' })
  if (groups_claim !== null && groups.length === 0) throw new Refusal('invalid_request', { 'body.groups': 'required' })
  if (groups_claim === null && groups.length > 0)
    throw new Refusal('invalid_request', { 'body.groups_claim': 'required' })
}

/** Nobody gives by a group what they lack, and no group gives the right over the provider itself. */
function refuseRoles(actor: Actor, house: string, { groups }: Pick<Input, 'groups'>): void {
  const given = groups.flatMap(({ roles }) => roles)
  const isMisplaced = house !== providerId && given.some((role) => !merchantRoles.includes(role))
  if (isMisplaced || given.includes('PSP_SUPER'))
    throw new Refusal('invalid_request', { 'body.groups': 'invalid_value' })
  if (lackedRoles(actor.roles, given).length > 0) throw new Refusal('invalid_request', { 'body.groups': 'not_held' })
}

/** The mail domain of the provider's staff is theirs, even before they sign in at an issuer. */
async function refuseTakenDomains(trx: Trx, house: string, domains: string[]): Promise<void> {
  const { rows } = await sql`
    select from sign_on where merchant_id <> ${house} and domains && ${domains}::text[]
    union all select from platform_user where ${house} <> ${providerId} and merchant_id is null
      and substring(lower(email) from '[^@]*$') = any(${domains}::text[]) limit 1`.execute(trx)
  if (rows.length > 0) throw new Refusal('invalid_request', { 'body.domains': 'taken' })
}

/** The way in that stays when the issuer of the staff is gone: a super user with a password. */
async function refuseNobodyWithPassword(trx: Trx): Promise<void> {
  const { rows } = await sql`
    select from platform_user u join role_grant g on g.user_id = u.id and g.role = 'PSP_SUPER'
    where u.active and u.password_hash is not null limit 1`.execute(trx)
  if (rows.length === 0) throw new Refusal('last_holder', { roles: ['PSP_SUPER'] })
}

/** Sessions and sign-ins that an issuer began, which is not the one of this house any more. */
async function endThoseOfIssuer(trx: Trx, house: string, now: Date): Promise<void> {
  await sql`
    update session set ended_at = ${now.toISOString()} where ended_at is null and id in (
      select s.session_id from sign_on_session s join linked_identity i on i.id = s.identity_id where i.house = ${house})`.execute(
    trx,
  )
  await sql`
    delete from challenge c where c.house = ${house} or (c.sign_on is not null and exists (
      select from platform_user u where u.id = c.user_id and coalesce(u.merchant_id, ${providerId}) = ${house}))`.execute(
    trx,
  )
}

/** Whoever has no password from now on has no session by one either. */
export async function endThoseWhoMustSignOn(trx: Trx, house: string, now: Date): Promise<void> {
  await sql`
    update session set ended_at = ${now.toISOString()} where ended_at is null
      and not exists (select from sign_on_session s where s.session_id = session.id)
      and user_id in (select u.id from platform_user u join sign_on p on p.merchant_id = ${house}
        where coalesce(u.merchant_id, ${providerId}) = ${house} and p.active and not p.password_allowed
          and substring(lower(u.email) from '[^@]*$') = any(p.domains)
          and not exists (select from role_grant g where g.user_id = u.id and g.role = 'PSP_SUPER'))`.execute(trx)
}
