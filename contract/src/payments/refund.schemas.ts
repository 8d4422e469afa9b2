import { z } from 'zod'
import { freeText, minorUnits, ofText, rowSchema } from '../wire.ts'
import { refund } from './refund.entity.ts'

export const refundTransactionSchemas = {
  body: z.strictObject({
    // The specification says "at least 0"; a refund of 0 is refused with a reason.
    amount: minorUnits.min(1, 'must_be_positive'),
    refunded_amount: minorUnits.optional().meta({
      description:
        'The amount refunded so far, in minor units, as the sender saw it. The refund is refused with refunded_meanwhile if more has been refunded since. Left out: not compared',
    }),
    reason: freeText(500).optional(),
    override_chargeback_reason: freeText(500).min(1, ofText('required')).optional().meta({
      description: 'The reason for a refund in spite of a chargeback; only with USER_ALL, PSP_ALL or REFUND_ALL',
    }),
  }),
  reply: rowSchema(refund),
}
