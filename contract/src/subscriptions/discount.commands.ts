import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { lineOfText, minorUnits, rowSchema, uuid } from '../wire.ts'
import { subscriptionDiscount } from './discount.entity.ts'
import { discountTypes, isExactFraction } from './discount.rules.ts'

const discounts = z.strictObject({
  name: lineOfText(200).min(1, 'required'),
  organisation: uuid,
  type: z.enum(discountTypes).default('fixed_cents'),
  amount: z.number('must_be_a_number').gt(0, 'must_be_positive').max(Number.MAX_SAFE_INTEGER, 'too_large'),
  duration: z.int('must_be_an_integer').min(1, 'too_small').max(100_000, 'too_large').nullable().optional(),
  minimum_amount: minorUnits.nullable().optional(),
  limit_to_first_order: z.boolean().default(false),
})

const body = discounts.superRefine(({ type, amount }, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['amount'], message })
  if (type === 'fixed_cents' && !Number.isInteger(amount)) refuse('must_be_an_integer')
  if (type === 'percentage' && amount > 1) refuse('too_large')
  // Nothing and less is refused above, in its own words.
  else if (type === 'percentage' && amount > 0 && !isExactFraction(amount)) refuse('too_many_decimals')
})

export const createDiscountCommand = defineCommand({
  name: 'create-discount',
  method: 'POST',
  path: '/v1/subscriptiondiscount',
  summary: 'Create a subscription discount',
  roles: subscriptionDiscount.roles.create,
  body,
  status: 201,
  reply: rowSchema(subscriptionDiscount),
  refusals: ['merchant_inactive', 'amount_too_large'],
  changes: ['subscription_discount'],
})

/** Of a discount that a subscription was given, what was agreed stays: all but its name. */
export const updateDiscountCommand = defineCommand({
  name: 'update-discount',
  method: 'POST',
  path: '/v1/subscriptiondiscount/:id',
  summary: 'Change a subscription discount',
  roles: subscriptionDiscount.roles.update,
  body,
  status: 200,
  reply: rowSchema(subscriptionDiscount),
  refusals: ['discount_in_use', 'amount_too_large'],
  changes: ['subscription_discount'],
})

/** Where it was given it goes on; nobody is given it any more. */
export const deleteDiscountCommand = defineCommand({
  name: 'delete-discount',
  method: 'DELETE',
  path: '/v1/subscriptiondiscount/:id',
  summary: 'Delete a subscription discount',
  roles: subscriptionDiscount.roles.delete,
  body: z.strictObject({}),
  status: 204,
  reply: z.null(),
  refusals: [],
  changes: ['subscription_discount'],
})
