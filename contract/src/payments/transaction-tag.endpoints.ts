import { defineEndpoint } from '../endpoint.ts'
import { transaction } from './transaction.entity.ts'
import type * as schemas from './transaction-tag.schemas.ts'

const tagging = {
  method: 'POST',
  area: 'transaction',
  access: transaction.roles.update,
  changes: ['transaction'],
} as const

/** Adds a tag to a payment. A tag that the payment already has stays as it is. */
export const tagTransactionEndpoint = defineEndpoint<typeof schemas.tagTransactionSchemas>()({
  ...tagging,
  name: 'tag-transaction',
  path: '/v1/transaction/:id/tag',
  summary: 'Put a tag on a payment',
})

/** Removes a tag from a payment. A tag that the payment does not have is no error. */
export const untagTransactionEndpoint = defineEndpoint<typeof schemas.untagTransactionSchemas>()({
  ...tagging,
  name: 'untag-transaction',
  path: '/v1/transaction/:id/untag',
  summary: 'Take a tag off a payment',
})
