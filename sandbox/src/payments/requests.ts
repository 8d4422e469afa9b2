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
  /** True: the payer can be sent to a page. */
  payer_present: z.boolean().optional(),
  /** The address to which the payer comes back from that page. */
  return_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional(),
  /** True: replies hold the card's token, to be charged later. */
  store_card: z.boolean().optional(),
  /** True: the payer agrees to future payments, and replies hold the token by which they are charged. */
  store_agreement: z.boolean().optional(),
  agreement_token: z.string().min(1).max(200).optional(),
  /** The payer of a card must be authenticated. Without a payer who is present it has no effect. */
  three_d_secure: z.literal('required').optional(),
  /** The text on the payer's statement; card schemes allow 22 characters. */
  descriptor: z.string().min(1).max(22).optional(),
  /** Kept as it is, and told with the payment. */
  metadata: z.record(z.string().max(40), z.string().max(500)).optional(),
})

export const revocationBody = z.strictObject({ reference, card_token: z.string().min(1).max(200) })

export const followUpBody = z.strictObject({ reference, amount: minorUnits, currency_code })

export const refundBody = z.strictObject({
  ...followUpBody.shape,
  /** The payment as the caller knows it, for payments from before the sandbox. */
  payment: z.strictObject({ amount: minorUnits, merchant_reference: z.string().max(500) }).optional(),
})

export const cancelBody = z.strictObject({
  ...followUpBody.shape,
  /** The reference of the payment that shall not be. */
  payment_reference: reference,
  /** Refuse what arrives under that reference later, too. */
  bars_later: z.literal(true).optional(),
})

export const resumeBody = z.strictObject({
  ...followUpBody.shape,
  /** The sandbox's id of the payment, where the caller knows it. */
  payment_id: z.string().min(1).max(200).optional(),
  /** What the payer brought back. */
  redirect_result: z.string().max(4_000).optional(),
})

export const acceptBody = z.strictObject({
  ...followUpBody.shape,
  /** The charged-back payment as the caller knows it, for chargebacks from before the sandbox. */
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

/** A checked request. Two bodies are the same when their JSON is: zod puts the fields in one order. */
export type OperationRequest = { account: string } & (
  | ({ kind: 'payment' } & z.infer<typeof paymentBody>)
  | ({ kind: 'capture' | 'void'; payment_id: string } & z.infer<typeof followUpBody>)
  | ({ kind: 'refund'; payment_id: string } & z.infer<typeof refundBody>)
  | ({ kind: 'cancel' } & z.infer<typeof cancelBody>)
  | ({ kind: 'resume' } & z.infer<typeof resumeBody>)
  | ({ kind: 'accept'; payment_id: string; chargeback_id: string } & z.infer<typeof acceptBody>)
  | ({ kind: 'dispute'; payment_id: string; chargeback_id: string } & z.infer<typeof disputeBody>)
)
