import type { FastifyInstance, FastifyReply } from 'fastify'
import { inTransaction, type Trx } from '../database.ts'
import { type Choice, findOperationById, lockPayment, type Operation, type Payment } from '../payments/operation.ts'
import { Refused } from '../payments/refused.ts'
import { decide, note } from '../payments/resumes.ts'
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
    const { operation, payment } = await findAction(services, request.params.id)
    if (operation.behaviour.page_takes_form) throw new Refused(405, 'form_expected', 'This page takes a form')
    const { return_url } = request.query
    const query = isWebAddress(return_url) ? `?${new URLSearchParams({ return_url })}` : ''
    if (isOver(payment)) return sendEnd(reply, operation, payment, return_url)
    return sendPage(reply, 'Authenticate', question(payment, query))
  })

  app.post<OfPayment & { Body: { MD?: string; return_url?: string } | null }>(
    '/authenticate/:id',
    async (request, reply) => {
      const { operation, payment } = await findAction(services, request.params.id)
      const { MD, return_url } = request.body ?? {}
      if (!operation.behaviour.page_takes_form || MD !== payment.id)
        throw new Refused(400, 'fields_missing', 'Send the redirect_fields of the payment')
      const query = isWebAddress(return_url) ? `?${new URLSearchParams({ return_url })}` : ''
      if (isOver(payment)) return sendEnd(reply, operation, payment, return_url)
      return sendPage(reply, 'Authenticate', question(payment, query))
    },
  )

  for (const choice of ['authenticate', 'fail', 'cancel'] as const) {
    app.post<OfPayment>(`/authenticate/:id/${choice}`, async (request, reply) => {
      await inTransaction(services.db, (trx) => choose(services, trx, request.params.id, choice))
      const { operation, payment } = await findAction(services, request.params.id)
      const back = wayBack(operation, payment, request.query.return_url)
      // A bank sends its customer back by itself; the link is for browsers that do not follow.
      if (back && operation.behaviour.is_resumed_by !== 'form') reply.header('refresh', `0; url=${new URL(back).href}`)
      return sendEnd(reply, operation, payment, request.query.return_url)
    })
  }
}

async function choose(services: Services, trx: Trx, id: string, choice: Choice) {
  const { operation, payment } = await findAction({ db: trx }, id)
  const locked = await lockPayment(trx, operation)
  // The first decision stands when a button is pressed twice or too late.
  if (locked?.status !== 'ACTION_REQUIRED') return
  if (operation.behaviour.is_resumed_by) await note(trx, payment, choice)
  else await decide(services, trx, operation, payment, choice)
}

/** The payer has nothing to decide any more. */
const isOver = ({ status, payer_choice }: Payment) => status !== 'ACTION_REQUIRED' || payer_choice !== null

/** The address to which the payer goes back by a link; of a payment that is resumed, with what he brings along. */
function wayBack({ behaviour }: Operation, { redirect_result }: Payment, returnUrl: string | undefined) {
  if (!isWebAddress(returnUrl)) return undefined
  if (behaviour.is_resumed_by !== 'query' || redirect_result === null) return returnUrl
  const url = new URL(returnUrl)
  url.searchParams.set('redirectResult', redirect_result)
  return url.href
}

function sendEnd(reply: FastifyReply, operation: Operation, payment: Payment, returnUrl: string | undefined) {
  const back = wayBack(operation, payment, returnUrl)
  const { redirect_result, status } = payment
  if (back === undefined || operation.behaviour.is_resumed_by !== 'form' || redirect_result === null)
    return sendPage(reply, 'Finished', finished(status, back))
  const form = html`<form method="post" action="${back}">
<input type="hidden" name="redirectResult" value="${redirect_result}"><button>Back to the shop</button></form>`
  return sendPage(reply, 'Finished', html`<h1>Finished</h1>${form}`, new URL(back).origin)
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
