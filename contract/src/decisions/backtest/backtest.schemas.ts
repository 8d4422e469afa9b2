import { z } from 'zod'
import { paymentProducts } from '../../payments/transaction.rules.ts'
import { knownCurrency, sum, tooLarge, uuid } from '../../wire.ts'
import { rulesetActions } from '../decision.rules.ts'
import { currency, details } from '../routings/routing.schemas.ts'
import { rules } from '../rulesets/validation-ruleset.schemas.ts'
import { mostBacktestDays, mostSamples } from './backtest.rules.ts'

const asked = {
  days: z
    .int()
    .min(1)
    .max(mostBacktestDays)
    .default(90)
    .meta({ description: 'Payments of the last days are looked at, including today’s, by the caller’s time zone' }),
  progress: uuid.optional().meta({ description: 'An id of the caller’s choice, by which the progress can be asked' }),
}

const count = z.int()

/** Payments and their amounts by currency, the largest number first. */
const volumes = z
  .array(
    z.object({
      currency_code: z.string(),
      count,
      volume: sum('Minor units'),
      too_large: tooLarge.optional(),
    }),
  )
  .meta({ description: 'By currency' })

const looked = {
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  payments: count.meta({ description: 'Payments that were looked at' }),
  unrecorded: count.meta({
    description:
      'Payments of which it was not written down what was known when they began. What is known of them now was used',
  }),
  converted: count.meta({ description: 'Payments whose amount was converted with today’s rate' }),
}

const interval = z.object({ low: z.number(), high: z.number() }).meta({ description: 'Of 95 %, between −1 and 1' })

/** Shares of approved payments, from 0 to 1, among payments like the moved ones. Null: too few to say anything. */
const approval = z
  .object({
    judged: count.meta({ description: 'Moved payments of which there are enough like them at the other processor' }),
    observed: z.number().meta({ description: 'Approved of them where they went' }),
    expected: z.number().meta({ description: 'Approved of payments like them at the other processor' }),
    difference: z.number(),
    interval,
  })
  .nullable()

/** What moved payments cost, as it is booked. */
const cost = z
  .array(
    z.object({
      currency_code: z.string(),
      payments: count.meta({
        description:
          'Moved payments whose cost is booked, and of which there are enough like them at the other processor',
      }),
      before: sum('Their cost where they went, in minor units'),
      after: sum('What they would cost at the other processor, as payments like them cost there'),
      too_large: tooLarge.optional(),
    }),
  )
  .nullable()
  .meta({ description: 'By currency. Null: the caller may not see costs' })

const processor = z.object({ id: z.string(), name: z.string() })

export const backtestRoutingSchemas = {
  body: z.strictObject({
    details,
    payment_product: z.enum(paymentProducts),
    currency_code: currency,
    routing: uuid.optional().meta({
      description: 'The saved routing with which it is compared, over the payments of the payment profiles that use it',
    }),
    organisation: uuid.optional().meta({
      description: 'Of a routing that no payment profile uses: payments there and below are looked at',
    }),
    ...asked,
  }),
  reply: z.object({
    ...looked,
    compared_with: z.enum(['routing', 'history']).meta({
      description: 'routing: where the saved tree sends each payment. history: where each payment went',
    }),
    payment_profiles: count.nullable().meta({ description: 'That use the routing. Null: all were looked at' }),
    moved: count,
    kept: count.meta({
      description: 'Moved payments that stay in truth: only their processor can charge the stored card or agreement',
    }),
    volumes,
    processors: z
      .array(processor.extend({ before: count, after: count }))
      .meta({ description: 'Payments of each processor before and after the change' }),
    pairs: z.array(
      z
        .object({
          ...{ from: processor, to: processor, count, kept: count, volumes, approval, cost },
          ends: z
            .array(z.object({ branch: z.string(), side: z.enum(['then', 'else']), count }))
            .meta({ description: 'Where in the changed tree they end, most payments first' }),
        })
        .meta({ description: 'Payments that move from one processor to another' }),
    ),
    samples: z
      .array(
        z.object({
          ...{ id: z.string(), created_at: z.iso.datetime(), merchant_reference: z.string().nullable() },
          ...{ amount: z.int(), currency_code: z.string() },
          ...{ from: processor, to: processor },
        }),
      )
      .max(mostSamples)
      .meta({ description: 'The latest moved payments. None for who may not list payments' }),
    approval,
    cost,
  }),
}

export const backtestValidationRulesetSchemas = {
  body: z.strictObject({
    action: z.enum(rulesetActions),
    rules,
    currency_code: knownCurrency,
    organisation: uuid,
    payment_profile: uuid.nullable().optional(),
    ruleset: uuid.optional().meta({ description: 'Whose lots are drawn, and which is not compared with itself' }),
    ...asked,
  }),
  reply: z.object({
    ...looked,
    hits: count,
    volumes,
    good: count.meta({ description: 'Of the hits: approved, not charged back, not refunded in full' }),
    good_volumes: volumes,
    caught: count.meta({ description: 'Of the hits: charged back, and not won' }),
    caught_volumes: volumes,
    declined: count.meta({ description: 'Of the hits: not approved anyway' }),
    blocked: count.meta({ description: 'Of the hits: blocked already' }),
    rest: count.meta({ description: 'The other hits: refunded in full, left by the payer, or not over yet' }),
    missed: count.meta({ description: 'Charged back, and not hit' }),
    young: count.meta({ description: 'Of the good ones: so young that a chargeback may still come' }),
    precision: interval.nullable().meta({ description: 'Part of the charged back among caught and good ones' }),
    recall: interval.nullable().meta({ description: 'Part of the hits among all that were charged back' }),
    already: count.meta({ description: 'Of the hits: hit by another active ruleset of the same action as well' }),
    overlaps: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        hits: count.meta({ description: 'Payments that this other ruleset hits' }),
        both: count,
      }),
    ),
  }),
}

export const backtestProgressSchemas = {
  reply: z.object({ done: count, of: count.meta({ description: 'Steps; all of them are done at the end' }) }),
}
