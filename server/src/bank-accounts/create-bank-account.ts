import type { createBankAccountEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import type { ReadBody } from '@kontor/contract/endpoint'
import { ownOrganisation, visibleOrganisation } from '../identity/access/visible-organisation.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { type Warning, warnOfAccount } from './alarms/warn-of-account.ts'
import type { PayeeAnswer } from './names/verify-payee.ts'
import { insertBankAccount } from './new-bank-account.ts'

/** What a new account needs besides what was typed. */
export interface House {
  masterKey: string
  checked: PayeeAnswer
  warning: Warning
}

/** Adds an account, and tells everybody who has to know. */
export async function createBankAccount(
  trx: Trx,
  actor: Actor,
  { organisation, ...typed }: ReadBody<typeof createBankAccountEndpoint>,
  now: Date,
  house: House,
): Promise<string> {
  const owner = await ownerOf(trx, actor, organisation)
  const place = { merchant_id: owner.merchant, organisation_id: owner.id }
  const id = await insertBankAccount(trx, actor, place, typed, now, house)
  await warnOfAccount(trx, { ...place, id }, house.warning)
  return id
}

/** The node of the tree to which a new account will belong, and its merchant. */
export const ownerOf = (trx: Trx, actor: Actor, organisation: string | undefined) =>
  organisation === undefined ? ownOrganisation(trx, actor) : visibleOrganisation(trx, actor, organisation)
