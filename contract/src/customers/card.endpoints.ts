import { defineEndpoint } from '../endpoint.ts'
import { card } from './card.entity.ts'
import type * as schemas from './card.schemas.ts'

/**
 * Kontor no longer charges the card, and tells the processor that keeps it to do the same. A second revocation changes
 * nothing.
 */
export const revokeCardEndpoint = defineEndpoint<typeof schemas.revokeCardSchemas>()({
  name: 'revoke-card',
  method: 'POST',
  path: '/v1/card/:id/revoke',
  area: 'card',
  summary: 'Revoke a stored card',
  access: card.roles.update,
  changes: ['card', 'customer', 'card_add_link'],
})
