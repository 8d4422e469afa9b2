import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from './html.ts'
import { sendPage } from './page.ts'

interface Heard {
  at: string
  headers: Readonly<Record<string, string>>
  body: string
}

const most = 50
const told = ['webhook-id', 'webhook-timestamp', 'webhook-signature']

/**
 * Stands for a shop's own system: it answers each message that is posted to it, and shows the messages. They are lost
 * when the process ends.
 */
export function shopPage(app: FastifyInstance) {
  const heard: Heard[] = []
  app.post<{ Querystring: { answer?: string } }>('/shop', async (request, reply) => {
    const headers = Object.fromEntries(told.map((name) => [name, String(request.headers[name] ?? '')]))
    heard.unshift({ at: new Date().toISOString(), headers, body: JSON.stringify(request.body, null, 2) })
    heard.splice(most)
    return answered(reply, request.query.answer)
  })
  app.get('/shop', (_request, reply) =>
    sendPage(
      reply,
      'A shop',
      html`<h1>A shop</h1>
<p>The last ${most} messages that were posted here, newest first. <code>/shop?answer=503</code> answers 503 instead of
204.</p>
${heard.length === 0 ? html`<p>Nothing yet.</p>` : heard.map(message)}`,
    ),
  )
}

const answered = (reply: FastifyReply, asked: string | undefined) =>
  reply.code(/^[2-5]\d\d$/.test(asked ?? '') ? Number(asked) : 204).send()

const message = ({ at, headers, body }: Heard) => html`<h2>${at}</h2>
<pre>${Object.entries(headers)
  .map(([name, value]) => `${name}: ${value}`)
  .join('\n')}

${body}</pre>`
