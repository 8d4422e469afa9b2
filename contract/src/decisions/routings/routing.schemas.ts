import { z } from 'zod'
import { paymentProducts } from '../../payments/transaction.rules.ts'
import { uuidPattern } from '../../uuid.ts'
import { filledLine, knownCurrency, latestVersion, plainJson, plainText, rowSchema, uuid } from '../../wire.ts'
import { findingKinds } from '../checker/check-tree.ts'
import type { Condition } from '../conditions/condition.rules.ts'
import { addProblems, factsSchema, shapeOfCondition } from '../conditions/condition.schemas.ts'
import { routing } from './routing.entity.ts'
import { type Branch, longestTree_bytes, mostBranches, type UnnamedBranch } from './tree.rules.ts'
import { problemsOfTree } from './tree-problems.ts'

const name = filledLine(200)

const shapeOfNode = {
  anyOf: [
    { type: 'string', pattern: uuidPattern.source, description: 'A processor' },
    { type: 'object', description: 'A branch' },
  ],
} as const

const shapeOfTree = {
  type: 'object',
  description: `A branch: all conditions of \`if\` must hold for \`then\`. \`then\` and \`else\` are a branch or the id of a processor. At most ${mostBranches} branches. \`id\`: 1 to 8 characters, given by the server when absent; the lots of \`random\` are drawn by it`,
  required: ['if', 'then', 'else'],
  properties: {
    id: { type: 'string' },
    if: { type: 'array', minItems: 1, items: shapeOfCondition('routing') },
    // biome-ignore lint/suspicious/noThenProperty: the specification's word for the side on which the conditions hold.
    then: shapeOfNode,
    else: shapeOfNode,
  },
} as const

/** A tree that was given from outside. */
export const details = z
  .custom<UnnamedBranch>()
  .superRefine((given, context) => addProblems(context, problemsOfTree(given)))
  .meta(shapeOfTree)

/** A routing with its tree. */
export const routingReply = rowSchema(routing)
  .extend({ details: z.custom<Branch>().meta(shapeOfTree) })
  .meta({ id: 'routing_with_tree' })

export const currency = knownCurrency.meta({
  description: 'Of the amounts in its conditions. A payment in another one is converted',
})

export const newRoutingSchemas = {
  query: z.strictObject({ merchant: uuid.optional(), organisation: uuid.optional() }),
  reply: z.object({
    currency_code: z.string().meta({ description: 'The base currency of the merchant' }),
    processors: z
      .array(
        z.object({
          id: z.string().meta({ format: 'uuid' }),
          name: z.string(),
          payment_product: z.enum(paymentProducts),
          active: z.boolean(),
        }),
      )
      .meta({ description: 'Those that the caller may use, by name' }),
  }),
}

export const createRoutingSchemas = {
  body: z.strictObject({
    name,
    organisation: uuid,
    payment_product: z.enum(paymentProducts),
    currency_code: currency
      .optional()
      .meta({ description: 'Of the amounts in its conditions. By default the base currency of the merchant' }),
    details,
  }),
  reply: routingReply,
}

const version = z
  .int()
  .min(1)
  .max(latestVersion)
  .meta({ description: 'The version that was seen. If it is another by now, nothing changes' })

/** A field that is left out stays as it is. */
export const updateRoutingSchemas = {
  body: z.strictObject({
    version: version.optional(),
    name: name.optional(),
    organisation: uuid.optional(),
    payment_product: z.enum(paymentProducts).optional(),
    currency_code: currency.optional(),
    details: details.optional(),
    add_processors: z.boolean().optional().meta({
      description:
        'True: payment profiles that use the routing get the processors of the tree that they lack, last in their order. Needs the right to change payment profiles',
    }),
  }),
  reply: routingReply,
}

export const restoreRoutingSchemas = {
  body: z.strictObject({
    version,
    restored: z
      .int()
      .min(1)
      .max(latestVersion)
      .meta({ description: 'The version whose tree, product and currency it gets again' }),
  }),
  reply: routingReply,
}

export const deleteRoutingSchemas = { body: z.strictObject({}), reply: z.null() }

export const routingSharesSchemas = {
  reply: z.object({
    total: z.int().meta({ description: 'The payments that it decided on' }),
    ends: z.array(
      z.object({
        branch: z.string(),
        to: z.enum(['then', 'else']),
        payments: z.int().meta({ description: 'Whose way ended here, in whichever version' }),
      }),
    ),
  }),
}

/** As the form keeps it: a tree that is not finished, and fields that may be empty. */
const draftContent = z
  .strictObject({
    name: plainText(200),
    organisation: plainText(40),
    payment_product: plainText(40),
    currency_code: plainText(3),
    tree: plainJson.meta({ description: 'As the form has it' }),
  })
  .refine((content) => JSON.stringify(content).length <= longestTree_bytes, { path: ['tree'], message: 'too_large' })

const newDraft = z.object({ saved_at: z.string().meta({ format: 'date-time' }), content: draftContent })
const draft = newDraft.extend({ version: z.int().meta({ description: 'The version that it was made from' }) })
export type NewRoutingDraft = z.infer<typeof newDraft>
export type RoutingDraft = z.infer<typeof draft>

/** A person may have the form open in two windows: the one that keeps its draft last would take the place of the other's. */
const takesPlaceOf = z.iso.datetime({ offset: true, error: 'invalid_date' }).nullish().meta({
  description:
    'When the draft was kept that this one takes the place of; null: none was. If another one is kept by now, nothing changes. Absent: it takes the place of any',
})

export const routingDraftSchemas = { reply: draft.nullable() }
export const saveRoutingDraftSchemas = {
  body: z.strictObject({ version, content: draftContent, takes_place_of: takesPlaceOf }),
  reply: draft,
}
export const deleteRoutingDraftSchemas = { body: z.strictObject({}), reply: z.null() }

export const newRoutingDraftSchemas = { reply: newDraft.nullable() }
export const saveNewRoutingDraftSchemas = {
  body: z.strictObject({ content: draftContent, takes_place_of: takesPlaceOf }),
  reply: newDraft,
}
export const deleteNewRoutingDraftSchemas = { body: z.strictObject({}), reply: z.null() }

export const routingProfilesSchemas = {
  reply: z.array(
    z.object({
      id: z.string().meta({ format: 'uuid' }),
      name: z.string(),
      currency_code: z.string(),
      has_rate: z
        .boolean()
        .meta({ description: 'False: no rate leads from its currency to that of the routing, so amounts are missing' }),
      processors: z.array(z.string()).meta({ description: 'Its processors for the product of the routing, in order' }),
      blocking: z
        .array(
          z.object({
            currency_code: z.string(),
            rules: z.array(z.custom<Condition>().meta(shapeOfCondition('ruleset'))),
          }),
        )
        .meta({ description: 'The active rulesets that block its payments before, if the caller may see rulesets' }),
    }),
  ),
}

/** Each condition of a branch that was passed, with what the payment was. */
export const passedBranch = z.object({
  branch: z.string(),
  to: z.enum(['then', 'else']),
  lot: z.number().nullable().meta({ description: 'The lot that was drawn, a per cent with two decimals' }),
  conditions: z.array(
    z.object({
      name: z.string(),
      operator: z.string(),
      value: z.unknown(),
      fact: z.union([z.string(), z.number(), z.boolean()]).nullable().meta({ description: 'Null: missing' }),
      held: z.boolean().nullable().meta({ description: 'Null: an earlier condition did not hold' }),
    }),
  ),
})

export const otherwiseSchema = z
  .object({
    ...{ branch: z.string(), to: z.enum(['then', 'else']), processor: z.string(), processor_name: z.string() },
    fact: z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]).nullable() }).meta({
      description: 'This alone would have sent the payment there. `random`: the lot of the branch, a per cent',
    }),
  })
  .meta({ description: 'The last branch on the way at which one fact leads to another processor' })

export const tryRoutingSchemas = {
  body: z
    .strictObject({
      routing: uuid.optional(),
      details: details.optional(),
      facts: factsSchema,
      transaction: uuid.optional().meta({ description: 'Whose lots are drawn. By default those of a new payment' }),
    })
    .refine(({ routing: saved, details: given }) => (saved === undefined) !== (given === undefined), {
      path: ['routing'],
      message: 'required',
    }),
  reply: z.object({
    processor: z.string(),
    processor_name: z.string(),
    transaction: z.string(),
    path: z.array(passedBranch),
    otherwise: otherwiseSchema.nullable(),
  }),
}

const example = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const checkRoutingSchemas = {
  body: z.strictObject({
    details,
    payment_product: z.enum(paymentProducts),
    currency_code: currency,
    payment_profile: uuid.optional().meta({ description: 'Whose processors and currency count' }),
  }),
  reply: z.object({
    details: z.custom<Branch>().meta(shapeOfTree),
    findings: z.array(
      z.object({
        kind: z.enum(findingKinds),
        level: z.enum(['error', 'warning']),
        branch: z.string().optional(),
        at: z
          .union([z.enum(['then', 'else']), z.int()])
          .optional()
          .meta({ description: 'The side of the branch, or the place of the condition' }),
        processor: z.string().optional(),
        example: example.optional().meta({ description: 'A payment that it is about. Null: missing' }),
        blocked: z.literal(true).optional().meta({ description: 'Because rulesets block payments before' }),
      }),
    ),
  }),
}

export const profileRoutingsSchemas = {
  query: z.strictObject({ merchant: uuid.optional(), organisation: uuid.optional() }),
  reply: z.array(
    z.object({
      payment_product: z.enum(paymentProducts),
      routings: z.array(z.object({ id: z.string(), name: z.string(), processors: z.array(z.string()) })),
    }),
  ),
}
