import { checkoutDesign } from '@kontor/contract/checkout/checkout-design.entity'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { FirstStep } from '@kontor/contract/home/attention.rules'
import type { firstStepsEndpoint } from '@kontor/contract/home/home.endpoints'
import { createApiKeyEndpoint } from '@kontor/contract/organisations/api-keys.endpoints'
import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { isAllowed, type Requirement } from '@kontor/contract/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'

type FirstSteps = ReplyOf<typeof firstStepsEndpoint>

interface Step {
  readonly step: FirstStep
  /** Absent: everybody may do it for themselves. */
  readonly roles?: Requirement
  readonly done: (actor: Actor) => RawBuilder<SqlBool>
}

const own: readonly Step[] = [
  {
    step: 'second_factor',
    done: ({ id }) => sql`exists (select from platform_user where id = ${id} and mfa_type is not null)
      or exists (select from passkey where user_id = ${id})`,
  },
]
const ofMerchant: readonly Step[] = [
  {
    step: 'payment_link',
    roles: paymentLink.roles.create,
    done: (actor) => sql`exists (select from payment_link x where ${visibleTo(actor, 'x')})`,
  },
  {
    step: 'checkout_design',
    roles: checkoutDesign.roles.create,
    done: (actor) => sql`exists (select from checkout x where ${visibleTo(actor, 'x')} and deleted_at is null)`,
  },
  {
    step: 'api_key',
    roles: createApiKeyEndpoint.access,
    done: (actor) => sql`exists (select from api_key x where ${visibleTo(actor, 'x')} and revoked_at is null)`,
  },
  {
    step: 'webhook_address',
    roles: paymentProfile.roles.update,
    done: (actor) => sql`exists (select from payment_profile x where ${visibleTo(actor, 'x')}
      and webhook_transaction_update is not null)`,
  },
]

/** The steps that the actor may do, in the order in which a new merchant does them. A program does none. */
export async function firstStepsOf(trx: Trx, actor: Actor): Promise<FirstSteps> {
  const steps = actor.kind === 'user' ? [...own, ...(actor.scope.merchant === null ? [] : ofMerchant)] : []
  const may = steps.filter(({ roles }) => !roles || isAllowed(roles, actor.roles))
  const { rows } = await sql<{ has_merchants: boolean; done: boolean[] }>`
    select exists (select from merchant) as has_merchants,
      array[${sql.join([...may.map(({ done }) => done(actor)), sql`false`])}]::boolean[] as done`.execute(trx)
  const { has_merchants = false, done = [] } = rows[0] ?? {}
  return { has_merchants, steps: may.map(({ step }, at) => ({ step, done: done[at] === true })) }
}
