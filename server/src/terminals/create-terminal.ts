import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { createTerminalEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import { visibleProfile } from '../organisations/visible-profile.ts'
import type { Actor } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'

export async function createTerminal(
  trx: Trx,
  actor: Actor,
  input: ReadBody<typeof createTerminalEndpoint>,
  now: Date,
): Promise<string> {
  const shop = await visibleProfile(trx, actor, input.payment_profile)
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
