import type { FastifyInstance } from 'fastify'
import { inTransaction, type Trx } from '../database.ts'
import { advance, approvedStatus } from '../payments/advance.ts'
import { findOperationById, lockPayment, type Operation, type Payment } from '../payments/operation.ts'
import { Refused } from '../payments/refused.ts'
import type { Services } from '../services.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'

interface OfPayment {
  Params: { id: string }
  Querystring: { return_url?: string }
}

/**
 * Stands for the page of the payer's bank, for a card or an account. A payer needs only the payment id in its address.
 */
export function authenticationPage(app: FastifyInstance, services: Services) {
  app.get<OfPayment>('/authenticate/:id', async (request, reply) => {
    const { payment } = await findAction(services, request.params.id)
    const { return_url } = request.query
    const query = isWebAddress(return_url) ? `?${new URLSearchParams({ return_url })}` : ''
    if (payment.status !== 'ACTION_REQUIRED') return sendPage(reply, 'Finished', finished(payment.status, return_url))
    return sendPage(reply, 'Authenticate', question(payment, query))
  })

  for (const choice of ['authenticate', 'fail', 'cancel'] as const) {
    app.post<OfPayment>(`/authenticate/:id/${choice}`, async (request, reply) => {
      await inTransaction(services.db, (trx) => choose(services, trx, request.params.id, choice))
      const { payment } = await findAction(services, request.params.id)
      const { return_url } = request.query
      // A bank sends its customer back by itself; the link is for browsers that do not follow.
      if (isWebAddress(return_url)) reply.header('refresh', `0; url=${new URL(return_url).href}`)
      return sendPage(reply, 'Finished', finished(payment.status, return_url))
    })
  }
}

async function choose(services: Services, trx: Trx, id: string, choice: 'authenticate' | 'fail' | 'cancel') {
  const { operation, payment } = await findAction({ db: trx }, id)
  const locked = await lockPayment(trx, operation)
  // The first decision stands when a button is pressed twice or too late.
  if (locked?.status !== 'ACTION_REQUIRED') return
  if (choice === 'authenticate') await advance(services, trx, operation, approvedStatus('payment', payment))
  if (choice === 'fail') await advance(services, trx, operation, 'DECLINED', 'authentication_failed')
  if (choice === 'cancel') await advance(services, trx, operation, 'CANCELLED', 'cancelled_by_payer')
}

async function findAction(
  { db }: { db: Pick<Trx, 'query'> },
  id: string,
): Promise<{ operation: Operation; payment: Payment }> {
  const found = await db.query<Payment>(
    `select payment.* from payment join operation using (account, id)
     where payment.id = $1 and operation.kind = 'payment' and operation.behaviour ->> 'outcome' = 'authenticate'`,
    [id],
  )
  const payment = found.rows[0]
  const operation = payment && (await findOperationById(db, payment.account, payment.id))
  if (!operation) throw new Refused(404, 'unknown_payment', 'The sandbox does not know this payment')
  return { operation, payment }
}

const question = (payment: Payment, query: string) =>
  payment.payment_product === 'card' ? cardQuestion(payment, query) : bankQuestion(payment, query)

const bankQuestion = (payment: Payment, query: string) => html`
<h1>Pay by ${payment.payment_product}?</h1>
<p>Payment <strong>${payment.merchant_reference}</strong>: ${payment.amount} minor units of ${payment.currency_code}.
This page of the sandbox stands for the page of a bank or wallet.</p>
${statement(payment)}
${button(payment, 'authenticate', 'Approve', query)}
${button(payment, 'fail', 'Decline', query)}
${button(payment, 'cancel', 'Cancel', query)}`

const cardQuestion = (payment: Payment, query: string) => html`
<h1>Your bank asks: is this you?</h1>
<p>Payment <strong>${payment.merchant_reference}</strong>: ${payment.amount} minor units of ${payment.currency_code}.
This page of the sandbox stands for the 3-D Secure page of the card's bank.</p>
${statement(payment)}
${button(payment, 'authenticate', 'Authenticate', query)}
${button(payment, 'fail', 'Fail', query)}
${button(payment, 'cancel', 'Cancel', query)}`

const statement = ({ descriptor }: Payment) =>
  descriptor === null ? '' : html`<p>On your statement: <strong>${descriptor}</strong></p>`

const button = ({ id }: Payment, choice: string, label: string, query: string) =>
  html`<form method="post" action="/authenticate/${id}/${choice}${query}"><button>${label}</button></form>`

const finished = (status: string, returnUrl: string | undefined) => html`
<h1>Finished</h1>
<p>This payment is now <code>${status}</code>.</p>
${isWebAddress(returnUrl) ? html`<p><a href="${returnUrl}">Back to the shop</a></p>` : html`<p>You can close this page.</p>`}`

const isWebAddress = (address: unknown): address is string =>
  typeof address === 'string' && /^https?:\/\//.test(address) && URL.canParse(address)
