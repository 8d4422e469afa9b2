import { z } from 'zod'
import { type SendableType, statusesToTell, type WebhookStatus } from './webhook.rules.ts'

/**
 * What the webhooks of one type say. Receivers were promised it: another field may come, as they pass over what they do
 * not know; one that goes, or means something else, takes another version (docs/adr/0053).
 */
export interface Payload {
  readonly type: SendableType
  readonly version: number
  readonly summary: string
  /** The thing, in the status that is told. */
  readonly data: z.ZodObject
}

export const thing = z.guid()
export const instant = z.iso.datetime({ precision: 3 })
export const day = z.iso.date()
export const amount = z.int().min(0).meta({ description: 'Minor units of the currency' })
export const statusReason = z.string().nullable()

/** The whole body. */
export const bodySchema = ({ type, data }: Payload) =>
  z.object({
    type: z.enum([...new Set(statusesToTell[type].map((status) => eventOf(type, status)))]),
    timestamp: instant.meta({ description: 'When the status came about' }),
    test: z.literal(true).optional().meta({ description: 'Sent by hand, to try an address' }),
    data,
  })

const namedByStatus: readonly SendableType[] = ['paymentlink', 'cardlink']

/** Links are told of when they end: the event says how. The others go on, and are updated. */
export const eventOf = (type: SendableType, status: WebhookStatus): string =>
  `${type}.${namedByStatus.includes(type) ? status.toLowerCase() : 'updated'}`
