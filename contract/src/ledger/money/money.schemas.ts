import { z } from 'zod'
import { feeParts } from '../../pricing/price.rules.ts'
import { partnerShares } from '../../pricing/scheme.rules.ts'
import { priceLine } from '../../pricing/scheme.schemas.ts'
import { type LedgerKind, ledgerKinds } from '../ledger.rules.ts'

const day = () => z.string().meta({ format: 'date' })
// The keys are those of the table.
const kinds = Object.keys(ledgerKinds) as [LedgerKind, ...LedgerKind[]]

const priced = z.object({
  number: z.int().meta({ description: 'Of the line in its version' }),
  line: priceLine,
})

const why = z
  .object({
    scheme_name: z.string(),
    version: z.int(),
    valid_from: day(),
    currency_code: z.string().nullable().meta({ description: 'Of the scheme’s amounts; null: any' }),
    percentage_of: z
      .enum(partnerShares)
      .nullable()
      .meta({ description: 'Of a partner’s share: what its percentage is of' }),
    ...priced.shape,
    of_amount: z.int().nullable().meta({ description: 'The amount that was priced, in minor units' }),
    volume: z
      .object({ month: z.string().meta({ description: '`2026-10`' }), amount: z.int() })
      .nullable()
      .meta({ description: 'Where prices have tiers: what the merchant captured in the month before, in minor units' }),
    beaten: z.array(priced).meta({ description: 'The other lines that fit, the weightiest first' }),
  })
  .meta({ id: 'why_price' })

/** before_ledger: from before the ledger was opened. imported: an import brought it. */
export const neverBooked = ['before_ledger', 'imported'] as const

const booked = z.object({
  kind: z.enum(kinds),
  amount: z.int().meta({
    description:
      'Minor units of the payment’s currency, as they change what the merchant is owed; of cost and partner share, as they change the provider’s margin',
  }),
  business_day: day(),
  available_on: day()
    .nullable()
    .meta({ description: 'From this day on it may be paid out; null: it is no part of what is' }),
  release_on: day().nullable().meta({ description: 'Of a hold: when it is released' }),
  settlement: z
    .object({ id: z.string().meta({ format: 'uuid' }), number: z.string() })
    .nullable()
    .meta({
      description:
        'The one that has it. Null: it is not settled yet, is no part of what is paid out, or the caller may not list settlements',
    }),
  part: z.enum(feeParts).nullable().meta({ description: 'Of a fee that passes costs on: which part of it' }),
  file: z
    .object({
      processor_settlement: z.string().meta({ format: 'uuid' }),
      name: z.string(),
      line: z.int(),
    })
    .nullable()
    .meta({
      description:
        'The line of a processor’s file that corrected a fee. For the provider’s staff who may list cost schemes alone',
    }),
  is_unpriced: z.boolean().meta({ description: 'A payment without a line that fits: it was booked without a fee' }),
  why: why.nullable().meta({ description: 'Of a fee, a cost or a share: the line of its price' }),
})

export const transactionMoneySchemas = {
  reply: z.object({
    currency_code: z.string(),
    booked: z.array(booked).meta({ description: 'In the order in which it was booked; empty: nothing yet' }),
    never_booked: z.enum(neverBooked).nullable().meta({
      description: 'Why nothing of it will be booked: it was settled elsewhere. Null: it is booked once it is captured',
    }),
    vat: z
      .array(z.object({ business_day: day(), amount: z.int() }))
      .meta({ description: 'The VAT over all fees of the merchant’s book on the days of this payment’s fees' }),
    margin: z
      .object({ fee: z.int(), cost: z.int(), share: z.int(), margin: z.int() })
      .nullable()
      .meta({ description: 'For the provider alone: fees, less expected costs, less partners’ shares' }),
  }),
}
