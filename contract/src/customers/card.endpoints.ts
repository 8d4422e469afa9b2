import { defineEndpoint } from '../endpoint.ts'
import { card } from './card.entity.ts'
import type * as schemas from './card.schemas.ts'

/** Nothing is charged to the card any more, here or by whoever keeps it. Revoking it again changes nothing. */
export const revokeCardEndpoint = defineEndpoint<typeof schemas.revokeCardSchemas>()({
  name: 'revoke-card',
  method: 'POST',
  path: '/v1/card/:id/revoke',
  area: 'card',
  summary: 'Revoke a stored card',
  access: card.roles.update,
  changes: ['card', 'customer', 'card_add_link'],
})
