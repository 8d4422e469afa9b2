import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { rowSchema, uuid } from '../wire.ts'
import { transaction } from './transaction.entity.ts'

const tagging = {
  method: 'POST',
  roles: transaction.roles.update,
  body: z.strictObject({ tag: uuid }),
  status: 200,
  reply: rowSchema(transaction),
  refusals: ['idempotency_key_in_use', 'idempotency_key_reused'],
  changes: ['transaction'],
} as const

/** Puts a tag on a payment. One that it has already stays as it is. */
export const tagTransactionCommand = defineCommand({
  ...tagging,
  name: 'tag-transaction',
  path: '/v1/transaction/:id/tag',
  summary: 'Put a tag on a payment',
})

/** Takes a tag off a payment. One that it does not have is no mistake. */
export const untagTransactionCommand = defineCommand({
  ...tagging,
  name: 'untag-transaction',
  path: '/v1/transaction/:id/untag',
  summary: 'Take a tag off a payment',
})
