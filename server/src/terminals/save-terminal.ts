import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createTerminalEndpoint, updateTerminalEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import type { TerminalStatus } from '@kontor/contract/terminals/terminal.entity'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'

export async function createTerminal(
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof createTerminalEndpoint>,
  now: Date,
): Promise<string> {
  const shop = await visibleShop(trx, actor, input.payment_profile)
  const { payment_profile: _, ...device } = input
  const { id, created_at } = newId(now)
  await trx
    .insertInto('terminal')
    .values({
      ...device,
      merchant_id: shop.merchant_id,
      id,
      created_at,
      organisation_id: shop.organisation_id,
      payment_profile_id: shop.id,
    })
    .execute()
    .catch((error) => {
      if (violatedConstraint(error) !== 'terminal_terminal_id') throw error
      throw new Refusal('terminal_id_taken', { 'body.terminal_id': 'taken' })
    })
  return id
}

/** Updates a terminal. It belongs to the organisation of its shop, so a change of shop changes both. */
export async function updateTerminal(
  trx: Trx,
  actor: Actor,
  id: string,
  { name, payment_profile }: ReadBody<typeof updateTerminalEndpoint>,
): Promise<void> {
  const { merchant_id: merchant } = await lockTerminal(trx, actor, id)
  const shop = payment_profile === undefined ? undefined : await visibleShop(trx, actor, payment_profile, merchant)
  if (name === undefined && !shop) return
  await trx
    .updateTable('terminal')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(shop ? { organisation_id: shop.organisation_id, payment_profile_id: shop.id } : {}),
    })
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .execute()
}

export async function setTerminalStatus(trx: Trx, actor: Actor, id: string, status: TerminalStatus): Promise<void> {
  const { merchant_id: merchant, status: before } = await lockTerminal(trx, actor, id)
  if (before === status) return
  await trx.updateTable('terminal').set({ status }).where('merchant_id', '=', merchant).where('id', '=', id).execute()
}

/**
 * Deletes a terminal without payments. The foreign key of payments detects one, and makes a payment that begins
 * meanwhile wait, or waits for it.
 */
export async function deleteTerminal(trx: Trx, actor: Actor, id: string): Promise<void> {
  const { merchant_id: merchant } = await lockTerminal(trx, actor, id)
  await trx.deleteFrom('terminal_request').where('merchant_id', '=', merchant).where('terminal_id', '=', id).execute()
  await trx
    .deleteFrom('terminal')
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      throw violatedConstraint(error) === undefined ? error : new Refusal('terminal_in_use')
    })
}

async function lockTerminal(trx: Trx, actor: Actor, id: string) {
  const found = await trx
    .selectFrom('terminal')
    .select(['merchant_id', 'status'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'terminal'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found')
  return found
}

async function visibleShop(trx: Trx, actor: Actor, id: string, merchant?: string) {
  const found = await trx
    .selectFrom('payment_profile')
    .select(['merchant_id', 'id', 'organisation_id'])
    .where('id', '=', id)
    .where(visibleTo(actor, 'payment_profile'))
    .executeTakeFirst()
  if (!found || (merchant !== undefined && found.merchant_id !== merchant))
    throw new Refusal('invalid_request', { 'body.payment_profile': 'not_found' })
  return found
}
