import type { ReadBody } from '@kontor/contract/endpoint'
import type { createDiscountEndpoint } from '@kontor/contract/subscriptions/discount.endpoints'
import { refuseTooLarge } from '../../payments/largest-payment.ts'
import type { Trx } from '../../platform/db/database.ts'

export type DiscountInput = ReadBody<typeof createDiscountEndpoint>

export const discountValues = (input: DiscountInput) => ({
  name: input.name,
  organisation_id: input.organisation,
  type: input.type,
  amount: input.amount,
  currency_code: input.currency_code ?? null,
  duration: input.duration ?? null,
  minimum_amount: input.minimum_amount ?? null,
  limit_to_first_order: input.limit_to_first_order,
})

export const refuseTooLargeSums = (
  trx: Trx,
  merchant_id: string,
  { amount, minimum_amount }: DiscountInput,
): Promise<void> => refuseTooLarge(trx, { merchant_id, profile: null }, { amount, minimum_amount })
