import { z } from 'zod'
import { type Connection, type Money, OutcomeUnknown } from '../gateway.ts'
import { ourMoney } from '../gateway-money.ts'
import { readAs } from '../http.ts'
import { mollieManifest } from './mollie.manifest.ts'

const word = z.string().min(1).max(200)
const amount = z.object({ value: z.string(), currency: z.string() })
const part = z.object({ id: word, status: word, amount, metadata: z.unknown().optional() })

const chargeback = z.object({
  // One with another id would be another chargeback.
  id: z.string().regex(/^chb_\w{1,60}$/),
  amount,
  // Only banks that debit say why.
  reason: z.object({ code: z.string(), description: z.string() }).nullish().catch(null),
  // Its own types have a text where nothing is.
  reversedAt: z.union([z.literal(''), z.iso.datetime({ offset: true })]).nullish(),
})

export type Chargeback = z.infer<typeof chargeback>

/** A capture or a refund. */
export type Part = z.infer<typeof part>

const page = z.object({ href: z.url({ protocol: /^https$/ }) })

/** Only what is used is demanded: Mollie adds fields, and says null where there is nothing. */
const payment = z.object({
  id: z.string().regex(/^tr_\w{1,60}$/),
  mode: z.enum(['test', 'live']),
  status: word,
  isCancelable: z.boolean().catch(false),
  createdAt: z.string().catch(''),
  amount,
  metadata: z.unknown().optional(),
  webhookUrl: z.string().nullish(),
  method: z.string().nullish(),
  sequenceType: z.string().nullish(),
  captureMode: z.string().nullish(),
  authorizedAt: z.string().nullish(),
  paidAt: z.string().nullish(),
  canceledAt: z.string().nullish(),
  expiredAt: z.string().nullish(),
  failedAt: z.string().nullish(),
  description: z.string().catch(''),
  amountCaptured: amount.nullish(),
  customerId: z.string().nullish(),
  mandateId: z.string().nullish(),
  details: z.record(z.string(), z.unknown()).nullish().catch(null),
  _links: z.object({
    checkout: page.nullish(),
    ...{ captures: z.unknown().optional(), refunds: z.unknown().optional(), chargebacks: z.unknown().optional() },
  }),
  _embedded: z
    .object({
      captures: z.array(part).nullish(),
      refunds: z.array(part).nullish(),
      chargebacks: z.array(chargeback).nullish(),
    })
    .nullish(),
})

export type Payment = z.infer<typeof payment>

const list = z.object({
  _embedded: z.object({ payments: z.array(payment) }),
  _links: z.object({ next: z.object({ href: z.string() }).nullable() }),
})

/** A payment of the processor's mode. */
export function readPayment({ mode }: Connection, body: unknown): Payment {
  const said = readAs(payment, body)
  if (said.mode !== mode) throw new OutcomeUnknown('the reply is of the other mode')
  return said
}

/**
 * The captures, refunds or chargebacks of a payment, which was asked for with them. Without the list, its link says that there are
 * some: then nothing is known of them.
 */
export function partsOf<K extends 'captures' | 'refunds' | 'chargebacks'>(
  { _embedded, _links }: Payment,
  which: K,
): readonly (K extends 'chargebacks' ? Chargeback : Part)[] {
  // TypeScript does not follow the key into the list.
  const parts = _embedded?.[which] as (K extends 'chargebacks' ? Chargeback : Part)[] | null | undefined
  if (!parts && _links[which] !== undefined && _links[which] !== null)
    throw new OutcomeUnknown(`the reply does not have the ${which} of the payment`)
  return parts ?? []
}

export const readPart = (body: unknown): Part => readAs(part, body)

/** `next`: the payment with which the next page begins. */
export function readList(body: unknown): { payments: Payment[]; next: string | undefined } {
  const { _embedded, _links } = readAs(list, body)
  const href = _links.next?.href
  if (href === undefined) return { payments: _embedded.payments, next: undefined }
  // The key goes to the configured address alone, so only this value of the address is taken over.
  const next = URL.canParse(href) ? new URL(href).searchParams.get('from') : null
  if (!next) throw new OutcomeUnknown('the reply cannot be read')
  return { payments: _embedded.payments, next }
}

const note = z.object({
  kontor: word,
  payment_profile: word.optional().catch(undefined),
  payment_product: word.optional().catch(undefined),
  merchant_reference: z.string().optional().catch(undefined),
})

const notes = z.looseObject({ kontor: word.optional() }).nullable()

/**
 * True: it says where it comes from: it has notes, whoever wrote them, or says that it has none. Mollie shows what it was given,
 * and ours always has some.
 */
export const hasNotes = ({ metadata }: { metadata?: unknown }): boolean => notes.safeParse(metadata).success

/** Our reference, which we put there, with what a payment was asked for with. */
export const keptIn = ({ metadata }: { metadata?: unknown }): z.infer<typeof note> | undefined =>
  note.safeParse(metadata).data

export const referenceIn = (of: { metadata?: unknown }): string | undefined => keptIn(of)?.kontor

export function moneyIn({ amount: { value, currency } }: Pick<Part, 'amount'>): Money {
  const money = ourMoney(mollieManifest.money, value, currency)
  if (!money) throw new OutcomeUnknown('the reply is about money that we do not have')
  return money
}

/** Throws when the reply is about another order than ours. */
export function isOurs(said: Pick<Part, 'amount' | 'metadata'>, asked: Money & { reference: string }): void {
  const { amount: ours, currency_code } = moneyIn(said)
  if (referenceIn(said) !== asked.reference) throw new OutcomeUnknown('the reply is about another reference')
  if (ours !== asked.amount || currency_code !== asked.currency_code)
    throw new OutcomeUnknown('the reply is about another amount')
}
