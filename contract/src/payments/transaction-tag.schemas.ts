import { z } from 'zod'
import { rowSchema, uuid } from '../wire.ts'
import { transaction } from './transaction.entity.ts'

const tagging = { body: z.strictObject({ tag: uuid }), reply: rowSchema(transaction) }

export const tagTransactionSchemas = tagging
export const untagTransactionSchemas = tagging
