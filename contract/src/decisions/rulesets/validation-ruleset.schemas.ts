import { z } from 'zod'
import { emailAddress } from '../../identity/session.ts'
import { filledLine, knownCurrency, latestVersion, ofList, rowSchema, uuid, webAddress } from '../../wire.ts'
import { rulesetFindingKinds } from '../checker/check-rulesets.ts'
import { conditionSchema, factsSchema } from '../conditions/condition.schemas.ts'
import { isObject } from '../conditions/is-object.ts'
import { rulesetActions } from '../decision.rules.ts'
import { validationRuleset } from './validation-ruleset.entity.ts'
import { asksNothing, mostRules, mostValuesOfRuleset, valuesOf } from './validation-ruleset.rules.ts'

const reply = rowSchema(validationRuleset)

/** Each rule at its given place, also one that asks nothing. */
const rulesAsGiven = z
  .array(conditionSchema('ruleset', asksNothing))
  .refine((given) => given.some((each) => !asksNothing(each)), ofList('required'))
  .max(mostRules, ofList('too_many'))
  .refine((given) => valuesOf(given) <= mostValuesOfRuleset, 'too_many_values')
  .meta({ description: `All of them must hold. At most ${mostRules}, with ${mostValuesOfRuleset} values together` })

/** An amount without a value asks nothing, and is not kept. */
export const rules = rulesAsGiven.transform((given) => given.filter((each) => !asksNothing(each)))

const values = {
  name: filledLine(200),
  rules,
  currency_code: knownCurrency.meta({
    description: 'Of the amounts in its rules. A payment in another one is converted',
  }),
}
const optional = {
  tag: uuid
    .nullable()
    .optional()
    .meta({ description: 'The tag that it puts on payments: required with the action tag, and of no other' }),
  payment_profile: uuid
    .nullable()
    .optional()
    .meta({ description: 'Null or absent: every payment profile of the organisation and of those below' }),
  webhook_url: webAddress
    .nullable()
    .optional()
    .meta({ description: 'It is told of each payment that is hit. Not with the action 3dSecure' }),
  email: emailAddress.nullable().optional().meta({ description: 'It is mailed about payments that are hit' }),
}

interface Acting {
  action: (typeof rulesetActions)[number]
  tag?: string | null | undefined
  webhook_url?: string | null | undefined
}

/** What an action needs, and what it does not have. */
const problemOf = ({ action, tag, webhook_url }: Acting): { path: string; reason: string } | undefined => {
  if (action === 'tag' && !tag) return { path: 'tag', reason: 'required' }
  if (action !== 'tag' && tag) return { path: 'tag', reason: 'not_of_action' }
  return action === '3dSecure' && webhook_url ? { path: 'webhook_url', reason: 'not_of_action' } : undefined
}

export const createValidationRulesetSchemas = {
  body: z
    .strictObject({
      ...values,
      organisation: uuid,
      action: z.enum(rulesetActions),
      currency_code: values.currency_code
        .optional()
        .meta({ description: 'Of the amounts in its rules. By default the base currency of the merchant' }),
      active: z.boolean().default(true),
      ...optional,
    })
    .superRefine(
      (body, context) => {
        const problem = problemOf(body)
        if (problem) context.addIssue({ code: 'custom', path: [problem.path], message: problem.reason })
      },
      // It is told together with what is wrong with the other fields.
      { when: ({ value }) => isObject(value) },
    ),
  reply,
}

/** A field that is left out stays as it is. */
export const updateValidationRulesetSchemas = {
  body: z.strictObject({
    version: z
      .int()
      .min(1)
      .max(latestVersion)
      .optional()
      .meta({ description: 'The version that was seen. If it is another by now, nothing changes' }),
    name: values.name.optional(),
    rules: rules.optional(),
    currency_code: values.currency_code.optional(),
    ...optional,
  }),
  reply,
}

export const activateValidationRulesetSchemas = { body: z.strictObject({}), reply }
export const deactivateValidationRulesetSchemas = { body: z.strictObject({}), reply }
export const deleteValidationRulesetSchemas = { body: z.strictObject({}), reply: z.null() }

export const tryValidationRulesetSchemas = {
  body: z.strictObject({
    rules: rulesAsGiven,
    facts: factsSchema,
    ruleset: uuid.optional().meta({ description: 'Whose lots are drawn' }),
    transaction: uuid.optional().meta({ description: 'For which they are drawn. By default a new payment' }),
  }),
  reply: z.object({
    hit: z.boolean(),
    rules: z.array(z.object({ held: z.boolean() })).meta({ description: 'Each rule, in the given order' }),
  }),
}

const asked = {
  asked: z.int().meta({ description: 'Payments that went to a processor with the demand' }),
  authenticated: z.int().meta({ description: 'Authenticated by the bank, or attempted where the bank takes no part' }),
  challenged: z.int().meta({ description: 'Whose payers were sent to the bank' }),
  failed: z.int().meta({ description: 'Whose payers the bank did not recognize' }),
  abandoned: z.int().meta({ description: 'Whose payers were sent to the bank and did not come back' }),
  not_honoured: z.int().meta({ description: 'Approved without trying 3-D Secure, though it was demanded' }),
  approved: z.int(),
  open: z.int().meta({ description: 'Not decided yet' }),
}

export const threeDSecureResultsSchemas = {
  query: z.strictObject({ merchant: uuid.optional(), organisation: uuid.optional() }),
  reply: z.array(
    z.object({
      ruleset: z.string(),
      hits: z.int().meta({ description: 'The payments that it hit' }),
      impossible: z.int().meta({ description: 'Without a payer who could authenticate' }),
      blocked: z.int().meta({ description: 'Blocked by another ruleset' }),
      ...asked,
      processors: z.array(z.object({ processor: z.string(), processor_name: z.string(), ...asked })),
    }),
  ),
}
export type ThreeDSecureResults = z.infer<typeof threeDSecureResultsSchemas.reply>[number]
export const checkValidationRulesetSchemas = {
  body: z.strictObject({
    action: z.enum(rulesetActions),
    rules,
    currency_code: values.currency_code,
    organisation: uuid,
    payment_profile: optional.payment_profile,
    ruleset: uuid.optional().meta({ description: 'The saved one, which is not compared with itself' }),
  }),
  reply: z.array(
    z.object({
      kind: z.enum(rulesetFindingKinds).meta({
        description:
          'never: no payment is hit. same: both hit the same. within: the other hits all that is hit. contains: all that the other hits is hit. covered: others together hit all that is hit. overlap: some payments are hit by both',
      }),
      ruleset: z.string().optional(),
      name: z.string().optional(),
      example: z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .optional()
        .meta({ description: 'A payment that both hit. Null: missing' }),
    }),
  ),
}
