import { z } from 'zod'

const reference = z.string().min(1).max(200)
const minorUnits = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const currency_code = z.string().regex(/^[A-Z]{3}$/)

export const paymentBody = z.strictObject({
  reference,
  amount: minorUnits,
  currency_code,
  payment_product: z.string().min(1).max(100),
  card_token: z.string().min(1).max(200).optional(),
  capture: z.boolean(),
  merchant_reference: z.string().max(500),
  /** The payer can be sent to a page. */
  payer_present: z.boolean().optional(),
  /** Replies then hold the card's token, to be charged later. */
  store_card: z.boolean().optional(),
  /** The payer agrees to payments to come: replies then hold the token that they are charged by. */
  store_agreement: z.boolean().optional(),
  agreement_token: z.string().min(1).max(200).optional(),
  /** What the payer finds on the statement: as long as card schemes allow. */
  descriptor: z.string().min(1).max(22).optional(),
})

export const revocationBody = z.strictObject({ reference, card_token: z.string().min(1).max(200) })

export const followUpBody = z.strictObject({ reference, amount: minorUnits, currency_code })

export const refundBody = z.strictObject({
  ...followUpBody.shape,
  /** The payment as the caller has it, for payments from before the sandbox. */
  payment: z.strictObject({ amount: minorUnits, merchant_reference: z.string().max(500) }).optional(),
})

export const acceptBody = z.strictObject({
  ...followUpBody.shape,
  /** The payment that was charged back as the caller has it, for chargebacks from before the sandbox. */
  payment: z
    .strictObject({ id: z.string().min(1).max(200), amount: minorUnits, merchant_reference: z.string().max(500) })
    .optional(),
})

export const disputeBody = z.strictObject({
  ...acceptBody.shape,
  explanation: z.string().max(5_000).optional(),
  /** References of evidence that was handed in. */
  evidence: z.array(reference).max(20),
})

/** A checked request. Its JSON is what "the same body" means: zod puts the fields in one order. */
export type OperationRequest = { account: string } & (
  | ({ kind: 'payment' } & z.infer<typeof paymentBody>)
  | ({ kind: 'capture' | 'void'; payment_id: string } & z.infer<typeof followUpBody>)
  | ({ kind: 'refund'; payment_id: string } & z.infer<typeof refundBody>)
  | ({ kind: 'accept'; payment_id: string; chargeback_id: string } & z.infer<typeof acceptBody>)
  | ({ kind: 'dispute'; payment_id: string; chargeback_id: string } & z.infer<typeof disputeBody>)
)
