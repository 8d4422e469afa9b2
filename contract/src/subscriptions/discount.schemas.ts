import { z } from 'zod'
import { knownCurrency, lineOfText, minorUnits, ofText, rowSchema, uuid } from '../wire.ts'
import { subscriptionDiscount } from './discount.entity.ts'
import { discountTypes, isExactFraction } from './discount.rules.ts'

const discounts = z.strictObject({
  name: lineOfText(200).min(1, ofText('required')),
  organisation: uuid,
  type: z.enum(discountTypes).default('fixed_cents'),
  amount: z.number('must_be_a_number').gt(0, 'must_be_positive').max(Number.MAX_SAFE_INTEGER, 'too_large'),
  /** The currency of the amounts. Left out: minor units of the currency of each plan. */
  currency_code: knownCurrency.nullable().optional(),
  duration: z.int('must_be_an_integer').min(1, 'too_small').max(100_000, 'too_large').nullable().optional(),
  minimum_amount: minorUnits.nullable().optional(),
  limit_to_first_order: z.boolean().default(false),
})

const body = discounts.superRefine(({ type, amount }, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['amount'], message })
  if (type === 'fixed_cents' && !Number.isInteger(amount)) refuse('must_be_an_integer')
  if (type === 'percentage' && amount > 1) refuse('too_large')
  // Zero and less are refused above with a reason of their own.
  else if (type === 'percentage' && amount > 0 && !isExactFraction(amount)) refuse('too_many_decimals')
})

export const createDiscountSchemas = {
  body,
  reply: rowSchema(subscriptionDiscount),
}

export const updateDiscountSchemas = {
  body,
  reply: rowSchema(subscriptionDiscount),
}

export const deleteDiscountSchemas = {
  body: z.strictObject({}),
  reply: z.null(),
}
