import { z } from 'zod'
import { largestPaymentEver } from './money.ts'

/** Null: no limit of its own; the other limits hold. */
export const largestPayment = z
  .int('must_be_an_integer')
  .min(1, 'must_be_positive')
  .max(largestPaymentEver, 'too_large')
  .nullable()
  .meta({ description: 'The largest amount of one payment, in minor units; of several limits the lowest applies' })
