import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { rowSchema } from '../wire.ts'
import { card } from './card.entity.ts'

/** Nothing is charged to the card any more, here or by whoever keeps it. Revoking it again changes nothing. */
export const revokeCardCommand = defineCommand({
  name: 'revoke-card',
  method: 'POST',
  path: '/v1/card/:id/revoke',
  summary: 'Revoke a stored card',
  roles: card.roles.update,
  body: z.strictObject({}),
  status: 200,
  reply: rowSchema(card),
  refusals: ['idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['card', 'customer', 'card_add_link'],
})
