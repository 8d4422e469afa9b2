import { z } from 'zod'
import { type Connection, type FollowUpRequest, type Money, OutcomeUnknown, type Report } from '../gateway.ts'
import type { OrderKind } from '../manifest.ts'
import { theirMoney } from '../reading/gateway-money.ts'
import { adyenManifest } from './adyen.manifest.ts'
import { call, refusalOf } from './adyen-call.ts'

const word = z.string().min(1).max(200)

/** Adyen says that it has the order. A notification says what became of it. */
const received = z.object({
  status: z.literal('received'),
  pspReference: word,
  reference: word.optional(),
  paymentPspReference: word.optional(),
  paymentReference: word.optional(),
})

interface Modification {
  operation: Extract<OrderKind, 'capture' | 'void' | 'refund'>
  /** The last part of the address. */
  path: 'captures' | 'cancels' | 'refunds'
}

/** An order on a payment. Undoing an authorization undoes all of it, so it has no amount. */
export async function modify(
  connection: Connection,
  { operation, path }: Modification,
  request: FollowUpRequest,
): Promise<Report> {
  const { reference, payment_id } = request
  const basics = basicsOf(operation, request, payment_id)
  const amount = theirMoney(adyenManifest.money, request)
  if (!amount) return { ...basics, outcome: { is: 'not_done', by: 'gateway', reason: 'amount_not_possible' } }
  const { merchant_account: merchantAccount } = connection.credential
  const body = {
    ...{ merchantAccount, reference },
    ...(operation !== 'void' && { amount: { value: amount.minor, currency: amount.currency } }),
  }
  const at = `/payments/${encodeURIComponent(payment_id)}/${path}`
  return sendOrder(connection, { path: at, body, basics, about: { paymentPspReference: payment_id } })
}

/** Undoes a payment of which only our reference is known. */
export async function cancelReference(
  connection: Connection,
  request: Money & { reference: string; of: string },
): Promise<Report> {
  const { reference, of } = request
  const { merchant_account: merchantAccount } = connection.credential
  const body = { merchantAccount, reference, paymentReference: of }
  const basics = basicsOf('cancel_reference', request, '')
  return sendOrder(connection, { path: '/cancels', body, basics, about: { paymentReference: of } })
}

type Basics = Omit<Report, 'outcome'> & { reference: string }

const basicsOf = (
  operation: OrderKind,
  { reference, amount, currency_code }: Money & { reference: string },
  payment_id: string,
): Basics => ({ reference, operation, id: '', payment_id, money: { amount, currency_code } })

interface Order {
  path: string
  body: object
  basics: Basics
  about: Partial<z.infer<typeof received>>
}

async function sendOrder(connection: Connection, { path, body, basics, about }: Order): Promise<Report> {
  const { reference } = basics
  const reply = await call(connection, { address: 'checkout', path, body, key: reference })
  const refused = refusalOf(reply)
  if (refused) {
    const { code: _, ...outcome } = refused
    return { ...basics, outcome }
  }
  const { data } = received.safeParse(reply.body)
  const expected = { ...about, reference }
  if (!data || !isAbout(data, expected)) throw new OutcomeUnknown('the reply is about something else')
  return { ...basics, id: data.pspReference, outcome: { is: 'later' } }
}

/** What the reply repeats is what was asked. */
const isAbout = (data: z.infer<typeof received>, expected: Partial<z.infer<typeof received>>): boolean =>
  (['reference', 'paymentPspReference', 'paymentReference'] as const).every(
    (name) => data[name] === undefined || expected[name] === undefined || data[name] === expected[name],
  )
