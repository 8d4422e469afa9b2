import { z } from 'zod'
import { freeText, ofList, rowSchema, uuid } from '../wire.ts'
import { share } from './share.entity.ts'
import { answerWithin_days, mostOffered, mostShops, shareAccesses } from './share.rules.ts'

const reply = rowSchema(share)
const nothing = z.strictObject({})

const offer = {
  to_organisation: uuid.meta({ description: 'It and the organisations below it may then use the processor' }),
  access: z.enum(shareAccesses).default('USE').meta({
    description: 'With `USE_AND_EDIT`, people there also prepare values of its credential, and read none',
  }),
  message: freeText(500).nullable().optional(),
  expires_in_days: z
    .int('must_be_an_integer')
    .min(answerWithin_days.least, 'too_small')
    .max(answerWithin_days.most, 'too_large')
    .default(answerWithin_days.usual)
    .meta({ description: 'Without an answer, the request ends after so many days' }),
}

export const createShareSchemas = {
  body: z.strictObject({ processor: uuid, ...offer }),
  reply,
}

/** Each processor is a request of its own, with its own answer. None is sent where one is refused. */
export const createSharesSchemas = {
  body: z.strictObject({
    processors: z
      .array(uuid)
      .min(1, ofList('required'))
      .max(mostOffered, ofList('too_many'))
      .refine((ids) => new Set(ids).size === ids.length, 'twice')
      .meta({ description: 'Each of them is a request of its own, with its own answer' }),
    ...offer,
  }),
  reply: z.array(reply),
}

export const acceptShareSchemas = { body: nothing, reply }

export const declineShareSchemas = {
  body: z.strictObject({ reason: freeText(500).nullable().optional() }),
  reply,
}

export const withdrawShareSchemas = { body: nothing, reply }

export const revokeShareSchemas = {
  body: z.strictObject({
    shops: z.array(uuid).max(mostShops, ofList('too_many')).meta({
      description: 'The payment profiles that lose the processor, as `GET /v1/share/{id}/shop` gave them',
    }),
  }),
  reply,
}

export const deleteShareSchemas = { body: nothing, reply: z.null() }

const shop = z.object({
  id: z.string(),
  name: z.string(),
  organisation: z.string(),
  is_only: z.boolean().meta({ description: 'No other active processor takes this payment product there' }),
  routings: z.array(z.string()).meta({
    description:
      'The names of its routings that need the processor. Without it, the payment profile uses them no longer',
  }),
})
export type ShareShop = z.infer<typeof shop>

export const shareShopsSchemas = {
  reply: z.array(shop).meta({ description: 'The payment profiles that use the processor by this share' }),
}
