import { z } from 'zod'
import { cardFundings, threeDSecureDemands } from '../payments/transaction.rules.ts'
import { factsSchema } from './conditions/condition.schemas.ts'
import { attemptStates, cardProblems, decisionWays, rulesetActions } from './decision.rules.ts'
import { otherwiseSchema, passedBranch } from './routings/routing.schemas.ts'

const decision = z
  .object({
    via: z.enum(decisionWays),
    processor: z
      .string()
      .nullable()
      .meta({ description: 'The processor that was chosen. Null: the payment is blocked' }),
    processor_name: z.string().nullable(),
    attempts: z
      .array(
        z.object({
          processor: z.string(),
          processor_name: z.string().nullable(),
          state: z.enum(attemptStates),
          reason: z.string().nullable().meta({ description: 'Why it did not take the payment' }),
        }),
      )
      .meta({ description: 'The processors that were asked, in order. Empty: only the one that was chosen' }),
    routing: z
      .object({
        id: z.string(),
        name: z.string().nullable().meta({ description: 'Its present name. Null: it is deleted' }),
        version: z.int().meta({ description: 'The version that decided' }),
        current_version: z.int().nullable(),
        currency_code: z.string().meta({ description: 'Of the amounts of that version' }),
      })
      .nullable()
      .meta({ description: 'Null: the payment profile used none for the product' }),
    path: z.array(passedBranch),
    tree_processor: z.string().nullable().meta({ description: 'The processor at the end of the path' }),
    tree_processor_name: z.string().nullable(),
    facts: factsSchema.meta({
      description: 'What was known of the payment, the amount in the currency of the routing',
    }),
    issuer_country: z.string().nullable().meta({ description: 'Of the bank that gave the card. No rule asks for it' }),
    funding: z.enum(cardFundings).nullable().meta({ description: 'Of the card. No rule asks for it' }),
    token_not_described: z
      .enum(cardProblems)
      .nullable()
      .meta({ description: 'Why the brand and BIN of a new card were missing, though rules ask for them' }),
    rulesets: z
      .array(
        z.object({
          id: z.string(),
          version: z.int(),
          name: z.string().nullable().meta({ description: 'Null: deleted, or not for the caller to see' }),
          action: z.enum(rulesetActions).nullable(),
          current_version: z.int().nullable().meta({ description: 'Null: deleted, or not for the caller to see' }),
        }),
      )
      .meta({ description: 'Those that the payment hit' }),
    three_d_secure: z.enum(threeDSecureDemands).nullable(),
    otherwise: otherwiseSchema.nullable(),
    names: z
      .record(z.string(), z.string())
      .meta({ description: 'Of cards and customers in conditions and facts, by id' }),
  })
  .meta({ id: 'decision' })

/** Null: the payment is older than decisions, or was imported. */
export const transactionDecisionSchemas = { reply: decision.nullable() }
export type TransactionDecision = z.infer<typeof decision>
