import { z } from 'zod'
import { lineOfText } from '../../wire.ts'
import {
  type Condition,
  type ConditionOwner,
  type Facts,
  routingOperators,
  ruleNamesOf,
  rulesetOperators,
} from './condition.rules.ts'
import { type Problem, problemsOfCondition } from './condition-problems.ts'

/** Adds problems to those of a zod schema, each at its path. */
export const addProblems = (context: z.RefinementCtx, problems: readonly Problem[]): void => {
  for (const { path, reason } of problems) context.addIssue({ code: 'custom', path: [...path], message: reason })
}

/** One condition. What its value may be follows from its name and operator. `isEmpty` says of which nothing is asked. */
export const conditionSchema = (owner: ConditionOwner, isEmpty: (given: unknown) => boolean = () => false) =>
  z
    .custom<Condition>()
    .superRefine((given, context) => addProblems(context, isEmpty(given) ? [] : problemsOfCondition(given, owner)))
    .meta(shapeOfCondition(owner))

/** What the reference says of a condition. */
export const shapeOfCondition = (owner: ConditionOwner) => ({
  type: 'object',
  required: ['name', 'operator', 'value'],
  properties: {
    name: { type: 'string', enum: ruleNamesOf(owner) },
    operator: { type: 'string', enum: [...(owner === 'routing' ? routingOperators : rulesetOperators)] },
    value: {
      anyOf: [
        ...['boolean', 'number', 'string'].map((type) => ({ type })),
        ...(owner === 'ruleset' ? [{ type: 'array', items: {} }] : []),
      ],
      description:
        'amount: minor units. random: a per cent. card_bin: the first six to eight digits, as a number. card, customer: an id. A list with IN and NOT_IN',
    },
  },
})

/** What is known of a payment. What is left out is missing. */
export const factsSchema = z
  .strictObject({
    '3ds': z.boolean().default(false),
    amount: z.int().min(0).nullable().default(null).meta({ description: 'Minor units of the currency of the routing' }),
    card: z.guid().nullable().default(null),
    card_brand: lineOfText(40).nullable().default(null),
    card_bin: z.int().min(100_000).max(99_999_999).nullable().default(null),
    country_code: lineOfText(2).nullable().default(null),
    currency_code: lineOfText(3),
    customer: z.guid().nullable().default(null),
    customer_status: lineOfText(40).nullable().default(null),
    mcc: lineOfText(4).nullable().default(null),
    recurring: z.boolean().default(false),
    recurring_type: z.enum(['initial', 'subsequent', '']).default(''),
  })
  .meta({ description: 'What is known of a payment. What is left out is missing' }) satisfies z.ZodType<Facts>
