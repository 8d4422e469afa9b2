import { randomUUID } from 'node:crypto'
import { createClient, KontorError, verifyWebhook, WebhookError } from '@kontor/client'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'

interface Heard {
  at: string
  headers: Readonly<Record<string, string>>
  body: string
  /** What the shop makes of its signature. */
  verdict: string
}

const most = 50
const told = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/**
 * Stands for a shop's own system, which uses the client as any merchant's program does. It takes payments, answers each
 * message that is posted to it, and shows the messages. They and the secret are lost when the process ends.
 */
export function shopPage(app: FastifyInstance, { settings: { kontor_url } }: Services) {
  const heard: Heard[] = []
  let secrets: readonly string[] = []
  void app.register(async (scope) => {
    // A signature is over the body as it arrived.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post<{ Querystring: { answer?: string }; Body: string }>(
      '/shop',
      async ({ headers: all, body, query }, reply) => {
        const headers = Object.fromEntries(told.map((name) => [name, String(all[name] ?? '')]))
        const verdict = await verdictOn({ body, headers, secrets })
        heard.unshift({ at: new Date().toISOString(), headers, body: indented(body), verdict })
        heard.splice(most)
        return reply.code(verdict.startsWith('Refused') ? 400 : answerAsked(query.answer)).send()
      },
    )
  })
  app.get('/shop', (_request, reply) => sendPage(reply, 'A shop', shop(heard, kontor_url !== undefined)))
  app.post('/shop/secrets', async ({ body }, reply) => {
    secrets = secretsForm.parse(body).secrets
    return reply.redirect('/shop', 303)
  })
  app.post('/shop/payments', async ({ body }, reply) => {
    if (kontor_url === undefined) return sendPage(reply.code(404), 'A shop', html`<h1>This shop takes no payments</h1>`)
    return sendResult(reply, await pay(kontor_url, paymentForm.parse(body)))
  })
}

/** Up to two, while one replaces the other. */
const secretsForm = z.object({
  secrets: z
    .string()
    .transform((text) => text.split(/\s+/).filter(Boolean))
    .pipe(z.array(z.string().startsWith('wh')).max(2)),
})

async function verdictOn({ body, headers, secrets }: Pick<Heard, 'body' | 'headers'> & { secrets: readonly string[] }) {
  if (secrets.length === 0) return 'Not verified: the shop knows no secret'
  try {
    const { type, webhookId } = await verifyWebhook({ body, headers, secret: secrets })
    return `Verified: ${type} ${webhookId}`
  } catch (error) {
    if (error instanceof WebhookError) return `Refused: ${error.code}`
    return 'Not verified: that is no secret of webhooks'
  }
}

const paymentForm = z.object({
  key: z.string().trim().min(1),
  order: z.string().min(1),
  amount: z.string().transform(Number),
  payment_profile: z.string().trim(),
  card_token: z.string().trim().min(1),
})

interface Result {
  title: string
  said: Html
}

/** The form names the order, so the same form pays once, however often it is sent. */
async function pay(url: string, { key, order, ...asked }: z.output<typeof paymentForm>): Promise<Result> {
  try {
    const kontor = createClient({ key, url, timeoutMs: 20_000 })
    const payment = await kontor.transactions.create(
      {
        ...asked,
        payment_profile: asked.payment_profile || (await firstProfile(kontor)),
        ...{ payment_product: 'card', merchant_reference: order },
      },
      { idempotencyKey: order },
    )
    const { id, status, redirect_url } = payment
    const next = redirect_url ? html`<p><a href="${redirect_url}">Go on to the bank</a></p>` : ''
    return { title: 'Thank you', said: html`<p>Payment <code>${id}</code> is <code>${status}</code>.</p>${next}` }
  } catch (error) {
    if (!(error instanceof KontorError)) throw error
    return { title: 'Not paid', said: html`<p><code>${error.code}</code>: ${error.message}</p>` }
  }
}

async function firstProfile(kontor: ReturnType<typeof createClient>): Promise<string> {
  for await (const { id } of kontor.paymentProfiles.list({ _limit: 1, _sort: 'created_at' })) return id
  return ''
}

const sendResult = (reply: FastifyReply, { title, said }: Result) =>
  sendPage(reply, title, html`<h1>${title}</h1>${said}<p><a href="/shop">Back to the shop</a></p>`)

const answerAsked = (asked: string | undefined) => (/^[2-5]\d\d$/.test(asked ?? '') ? Number(asked) : 204)

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

const shop = (heard: readonly Heard[], takesPayments: boolean) => html`<h1>A shop</h1>
${takesPayments ? paying() : ''}
<h2>Messages</h2>
<p>The last ${most} messages that were posted here, newest first. <code>/shop?answer=503</code> answers 503 instead of
204. With a secret, the shop answers 400 to a message that is not signed by it.</p>
<form method="post" action="/shop/secrets">
<p><label>Webhook secret, or two with a space between them<br><input name="secrets" autocomplete="off" size="60"></label>
<button>Use</button></p>
</form>
${heard.length === 0 ? html`<p>Nothing yet.</p>` : heard.map(message)}`

const paying = () => html`<h2>Take a payment</h2>
<form method="post" action="/shop/payments">
<input type="hidden" name="order" value="order-${randomUUID()}">
<p><label>API key<br><input name="key" type="password" autocomplete="off" size="60" required></label></p>
<p><label>Payment profile, or none for the first one<br><input name="payment_profile" size="40"></label></p>
<p><label>Amount in minor units<br><input name="amount" value="2500" inputmode="numeric" required></label></p>
<p><label>Card<br><input name="card_token" value="test_visa" required></label></p>
<button>Pay</button>
</form>`

const message = ({ at, headers, body, verdict }: Heard) => html`<h2>${at}</h2>
<p>${verdict}</p>
<pre>${Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}`)
  .join('\n')}

${body}</pre>`
