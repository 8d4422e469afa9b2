import { z } from 'zod'
import { type Connection, type Money, NotAnswerable, OutcomeUnknown } from '../gateway.ts'
import { noteOfList, readAnswer, readAs } from '../http.ts'
import { ourMoney } from '../reading/gateway-money.ts'
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
      captures: z.array(z.unknown()).nullish(),
      refunds: z.array(z.unknown()).nullish(),
      chargebacks: z.array(z.unknown()).nullish(),
    })
    .nullish(),
})

export type Payment = z.infer<typeof payment>

const list = z.object({
  _embedded: z.object({ payments: z.array(z.unknown()) }),
  _links: z.object({ next: z.object({ href: z.string() }).nullable() }),
})

/** The part of each payment of a list that is read: whose it is. A payment of another payer may have a form that we do not know. */
const listed = z.looseObject({
  id: z.string().catch(''),
  createdAt: z.string().catch(''),
  metadata: z.unknown().optional(),
  webhookUrl: z.string().nullish(),
})

export type Listed = z.infer<typeof listed>

/** A payment of the processor's mode. */
export function readPayment({ mode }: Connection, body: unknown): Payment {
  const said = readAs(payment, body)
  if (said.mode !== mode) throw new OutcomeUnknown('the reply is of the other mode')
  return said
}

/** A part of a payment in a form that we do not know, as far as it says whose it is. */
export type Unread = z.infer<typeof unread>
const unread = z
  .looseObject({ id: z.string().optional().catch(undefined), metadata: z.unknown().optional() })
  .catch({ id: undefined })

export interface Parts<T> {
  read: readonly T[]
  unread: readonly Unread[]
}

/**
 * The captures, refunds or chargebacks of a payment, which was asked for with them. One in a form that we do not know says nothing of
 * those beside it. Without the list, its link says that there are some: then nothing is known of them.
 */
export const partsOf = (payment: Payment, which: 'captures' | 'refunds'): Parts<Part> => listIn(payment, which, part)
export const chargebacksOf = (payment: Payment): Parts<Chargeback> => listIn(payment, 'chargebacks', chargeback)

function listIn<T>(
  { _embedded, _links }: Payment,
  which: 'captures' | 'refunds' | 'chargebacks',
  form: z.ZodType<T>,
): Parts<T> {
  const parts = _embedded?.[which]
  if (!parts && _links[which] !== undefined && _links[which] !== null)
    throw new OutcomeUnknown(`the reply does not have the ${which} of the payment`)
  const all = (parts ?? []).map((each) => ({ each, read: form.safeParse(each) }))
  return {
    read: all.flatMap(({ read }) => (read.success ? [read.data] : [])),
    unread: all.flatMap(({ each, read }) => (read.success ? [] : [unread.parse(each)])),
  }
}

export const readPart = (body: unknown): Part => readAs(part, body)

/** `next`: the payment with which the next page begins. A payment that is undefined does not say whose it is. */
export function readList(body: unknown): { payments: (Listed | undefined)[]; next: string | undefined } {
  const { _embedded, _links } = readAnswer(list, body)
  const payments = _embedded.payments.map((each) => listed.safeParse(each).data)
  const href = _links.next?.href
  if (href === undefined) return { payments, next: undefined }
  // The key goes to the configured address alone, so only this value of the address is taken over.
  const next = URL.canParse(href) ? new URL(href).searchParams.get('from') : null
  if (!next) throw new NotAnswerable('the list does not say where it goes on')
  return { payments, next }
}

/** The note that the record keeps of such a list. */
export function noteOf(body: unknown, reference: string): string {
  const payments = list.safeParse(body).data?._embedded.payments.map((each) => listed.safeParse(each).data)
  return noteOfList(payments, payments?.find((each) => each && referenceIn(each) === reference)?.id)
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
