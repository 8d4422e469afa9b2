import { z } from 'zod'
import { type SendableType, statusesToTell, type WebhookStatus } from './webhook.rules.ts'

/**
 * The content of the webhooks of one type. It is a promise to receivers: fields may be added, because receivers ignore
 * unknown ones. Removing a field or changing its meaning requires a new version (docs/adr/0053).
 */
export interface Payload {
  readonly type: SendableType
  readonly version: number
  readonly summary: string
  /** The item, in the reported status. */
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
    timestamp: instant.meta({ description: 'The time at which the item reached the status' }),
    test: z.literal(true).optional().meta({ description: 'Sent by hand, to try an address' }),
    data,
  })

const namedByStatus: readonly SendableType[] = ['paymentlink', 'cardlink', 'report']

/**
 * The event of a link names how the link ended, a ruleset hits, and a settlement closes before its payout is paid or comes back.
 * A report is over when it is told. Other items continue, so their event is `updated`.
 */
export const eventOf = (type: SendableType, status: WebhookStatus): string => {
  if (type === 'validationruleset') return `${type}.hit`
  if (type === 'settlement')
    return `${type}.${status === 'PAID' || status === 'RETURNED' ? status.toLowerCase() : 'closed'}`
  return `${type}.${namedByStatus.includes(type) ? status.toLowerCase() : 'updated'}`
}
