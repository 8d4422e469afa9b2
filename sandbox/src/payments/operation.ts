import type { Queryable, Trx } from '../database.ts'
import { findCard, type Kind } from './behaviour/behaviour.ts'
import { type Behaviour, type Card, captureFailed } from './behaviour/rules.ts'

export interface Operation {
  account: string
  reference: string
  kind: Kind
  id: string
  payment_id: string
  /** Set for an answer to a chargeback. */
  chargeback_id: string | null
  amount: number
  currency_code: string
  status: string
  reason: string | null
  behaviour: Behaviour
  /** Set for a cancellation: the reference of the payment that it is of. */
  payment_reference: string | null
}

export interface Payment {
  account: string
  id: string
  reference: string
  merchant_reference: string
  amount: number
  currency_code: string
  card_token: string | null
  capture_at_once: boolean
  status: string
  captured_amount: number | null
  refunded_amount: number
  void_requested: boolean
  charge_back_after_settlement: boolean
  payment_product: string
  store_card: boolean
  descriptor: string | null
  agreement_token: string | null
  return_url: string | null
  metadata: Record<string, string>
  /** A resumed payment has the payer's decision and the result that his browser brought back. */
  payer_choice: Choice | null
  redirect_result: string | null
}

/** The payer's decision on the page of the bank. */
export type Choice = 'authenticate' | 'fail' | 'cancel'

/** An operation as it stands in replies, look-ups and notifications. */
interface OperationView {
  kind: Kind
  id: string
  reference: string
  payment_id?: string
  payment_reference?: string
  chargeback_id?: string
  amount: number
  currency_code: string
  status: string
  reason?: string
  redirect_url?: string
  /** The payer's browser sends them to redirect_url as a form. */
  redirect_fields?: Record<string, string>
  card?: Card & { token?: string }
  /** The result of the payer's authentication, for an approved card. */
  three_d_secure?: 'AUTHENTICATED' | 'ATTEMPTED' | 'NOT_TRIED'
  descriptor?: string
  agreement?: { token: string }
}

export async function viewOf(db: Queryable, publicUrl: string, operation: Operation): Promise<OperationView> {
  const { kind, id, reference, payment_id, payment_reference, chargeback_id, amount, currency_code } = operation
  const payment = kind === 'payment' ? await findPayment(db, operation) : undefined
  const status = payment?.status ?? operation.status
  // A payment fails after its approval only with its capture, which keeps the reason.
  const reason = operation.reason ?? (status === 'FAILED' ? captureFailed : null)
  const card = findCard(payment?.card_token)
  return {
    ...{ kind, id, reference, amount, currency_code, status },
    ...(payment_id !== '' && { payment_id }),
    ...(payment_reference !== null && { payment_reference }),
    ...(chargeback_id !== null && { chargeback_id }),
    ...(reason !== null && { reason }),
    ...(status === 'ACTION_REQUIRED' && pageOf(publicUrl, operation, payment?.return_url)),
    ...(payment?.agreement_token && isApproved(payment) && { agreement: { token: payment.agreement_token } }),
    ...(card && payment && isApproved(payment) && { three_d_secure: authentication(operation.behaviour) }),
    ...(payment?.descriptor && { descriptor: payment.descriptor }),
    ...(card && { card: payment?.store_card && payment.card_token ? { ...card, token: payment.card_token } : card }),
  }
}

function pageOf(publicUrl: string, { payment_id, behaviour }: Operation, return_url: string | null = null) {
  const url = `${publicUrl}/authenticate/${payment_id}`
  const back: Record<string, string> = return_url === null ? {} : { return_url }
  if (behaviour.page_takes_form) return { redirect_url: url, redirect_fields: { MD: payment_id, ...back } }
  return { redirect_url: return_url === null ? url : `${url}?${new URLSearchParams(back)}` }
}

const authentication = ({ outcome, is_attempted }: Behaviour) =>
  outcome === 'authenticate' ? 'AUTHENTICATED' : is_attempted ? 'ATTEMPTED' : 'NOT_TRIED'

export const isApproved = ({ status }: Pick<Payment, 'status'>): boolean =>
  ['AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED'].includes(status)

/** The newest operation under the reference. */
export async function findOperation(db: Queryable, account: string, reference: string): Promise<Operation | undefined> {
  const found = await db.query<Operation>(
    'select * from operation where account = $1 and reference = $2 and not is_key_over',
    [account, reference],
  )
  return found.rows[0]
}

export async function findOperationById(db: Queryable, account: string, id: string): Promise<Operation | undefined> {
  const found = await db.query<Operation>('select * from operation where account = $1 and id = $2', [account, id])
  return found.rows[0]
}

type PaymentKey = { account: string; payment_id: string }

async function findPayment(db: Queryable, { account, payment_id }: PaymentKey): Promise<Payment | undefined> {
  const found = await db.query<Payment>('select * from payment where account = $1 and id = $2', [account, payment_id])
  return found.rows[0]
}

/** Locks the payment. Every change of a payment locks it first, so that two changes never overlap. */
export async function lockPayment(trx: Trx, { account, payment_id }: PaymentKey): Promise<Payment | undefined> {
  const found = await trx.query<Payment>('select * from payment where account = $1 and id = $2 for update', [
    account,
    payment_id,
  ])
  return found.rows[0]
}
