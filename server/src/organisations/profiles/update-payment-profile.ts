import type { ReadBody } from '@kontor/contract/endpoint'
import type { updatePaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { currencyHolders } from '@kontor/contract/organisations/payment-profile.rules'
import { Refusal } from '@kontor/contract/refusal'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseUnknownCategory } from '../merchants/merchant-categories.ts'
import { holdTree, takingRulesetsAlong } from '../rulesets-left-behind.ts'
import { accountNotFound, payableAccount, requireFreshPerson } from './profile-bank-account.ts'
import { isHeldBy } from './profile-holders.ts'
import { changeMiddleware, holdChecks, keepChecked } from './profile-middleware.ts'
import { writeProcessors } from './profile-processors.ts'
import { lockRoutes, requireRoutes, writeRoutes } from './profile-routing.ts'
import { lockProfile, seenProfile } from './seen-profile.ts'

/**
 * Changes what is given. Webhooks from now on go to the new address; waiting ones keep the address that they were written
 * for. Foreign keys with the currency refuse another one a last time, when a payment is made at the same moment.
 */
export async function updatePaymentProfile(
  trx: Trx,
  actor: Actor,
  id: string,
  {
    organisation,
    processors,
    middleware,
    routing,
    bank_account,
    ...given
  }: ReadBody<typeof updatePaymentProfileEndpoint>,
): Promise<void> {
  refuseUnknownCategory(given.mcc)
  // Before the profile, in the order of all who lock both.
  if (organisation !== undefined) await holdTree(trx, (await seenProfile(trx, actor, id)).merchant_id)
  const account = await newAccount(trx, actor, id, bank_account)
  await lockRoutes(trx, routing)
  const found = await lockProfile(trx, actor, id)
  const moves = organisation !== undefined && organisation !== found.organisation_id
  if (moves && (await visibleOrganisation(trx, actor, organisation)).merchant !== found.merchant_id)
    throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  if (account?.id && account.merchant_id !== found.merchant_id) throw accountNotFound()
  const { currency_code = found.currency_code } = given
  if (currency_code !== found.currency_code && (await isHeldBy(trx, currencyHolders, found)))
    throw new Refusal('invalid_request', { 'body.currency_code': 'currency_in_use' })
  if (middleware || processors) await holdChecks(trx, found.merchant_id)
  if (middleware) await changeMiddleware(trx, actor, found, middleware)
  if (processors) {
    const added = await writeProcessors(trx, actor, found, processors)
    if (added.length > 0) await keepChecked(trx, actor, found)
  }
  if (routing) await writeRoutes(trx, actor, found, routing)
  if (processors || routing) await requireRoutes(trx, actor, found, processors)
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const values = {
    ...changes,
    ...(account ? { bank_account_id: account.id } : {}),
    ...(moves ? { organisation_id: organisation } : {}),
  }
  if (Object.keys(values).length === 0) return
  const write = () =>
    trx
      .updateTable('payment_profile')
      .set(values)
      .where('merchant_id', '=', found.merchant_id)
      .where('id', '=', id)
      .execute()
  await (moves ? takingRulesetsAlong(trx, actor, found.merchant_id, write) : write())
}

/** The account that the profile gets; undefined: the one that it has stays, as when somebody sends all fields back as they were. */
async function newAccount(
  trx: Trx,
  actor: Actor,
  id: string,
  wanted: string | null | undefined,
): Promise<{ id: string | null; merchant_id?: string } | undefined> {
  if (wanted === undefined || (await seenProfile(trx, actor, id)).bank_account_id === wanted) return undefined
  if (wanted !== null) return payableAccount(trx, actor, wanted)
  requireFreshPerson(actor)
  return { id: null }
}
