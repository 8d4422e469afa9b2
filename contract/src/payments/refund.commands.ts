import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { anyOf } from '../roles.ts'
import { freeText, minorUnits, rowSchema } from '../wire.ts'
import { refund } from './refund.entity.ts'
import { refundRoles } from './refund.rules.ts'

/** Pays back a part or all of what is still refundable. */
export const refundTransactionCommand = defineCommand({
  name: 'refund-transaction',
  method: 'POST',
  path: '/v1/transaction/:id/refund',
  summary: 'Refund a payment',
  roles: refundRoles,
  body: z.strictObject({
    // The specification's "at least 0": nothing to pay back is refused with a reason.
    amount: minorUnits.min(1, 'must_be_positive'),
    reason: freeText(500).optional(),
    override_chargeback_reason: freeText(500).min(1, 'required').optional().meta({
      description: 'Why it is paid back in spite of a chargeback; only with USER_ALL, PSP_ALL or REFUND_ALL',
    }),
  }),
  status: 201,
  reply: rowSchema(refund),
  refusals: [
    'merchant_inactive',
    'transaction_not_refundable',
    'refund_exceeds_refundable',
    'refund_blocked_by_chargeback',
    'idempotency_key_in_use',
    'idempotency_key_reused',
  ],
  changes: ['refund', 'transaction'],
})

/** A refund beside a chargeback may pay twice: more than the right to refund is asked for. */
export const overrideChargebackRoles = anyOf('USER_ALL', 'PSP_ALL', 'REFUND_ALL')
