import type { FastifyInstance } from 'fastify'
import type { Databases } from '../../platform/db/database.ts'
import { type Html, html } from '../../platform/mail/html.ts'
import { isDemo, openValues, type Values } from '../../platform/mail/outbox.ts'

export interface Catcher {
  databases: Databases
  masterKey: string
  /** False when there is a mail server: then no mail is caught. */
  isCatching: boolean
}

/** `/demo-mail`: the mails that a demo would have sent. The page does not exist on an installation that is no demo. */
export function demoMailPage(app: FastifyInstance, { databases, masterKey, isCatching }: Catcher): void {
  app.get('/demo-mail', { schema: { hide: true } }, async (_request, reply) => {
    const db = databases.provider
    if (!isCatching || !(await isDemo(db))) return reply.callNotFound()
    const rows = await db
      .selectFrom('mail')
      .select(['id', 'created_at', 'sealed'])
      .where('outcome', '=', 'caught')
      .orderBy('id', 'desc')
      .limit(50)
      .execute()
    const letters = rows.flatMap(({ id, created_at, sealed }) =>
      sealed ? [article(created_at, openValues(masterKey, id, sealed))] : [],
    )
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page(letters).text)
  })
}

const article = (created_at: string, { name, address, sender, reply_to, subject, text }: Values) => html`
<article>
<h2>${subject}</h2>
<p><small>${created_at.slice(0, 19).replace('T', ' ')} UTC, ${name} &lt;${address}&gt;${sender ? html`<br>From: ${sender}` : ''}${reply_to ? html`<br>Reply to: ${reply_to}` : ''}</small></p>
${(text ?? '').split('\n\n').map((paragraph) => html`<p>${linked(paragraph)}</p>`)}
</article>`

const linked = (paragraph: string) =>
  /^https?:\/\/\S+$/.test(paragraph) ? html`<a href="${paragraph}">${paragraph}</a>` : html`${paragraph}`

const page = (letters: Html[]) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mails of the demo</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:720px;margin:32px auto;padding:0 16px}
article{border:1px solid #c5cad3;border-radius:8px;padding:0 20px;margin:16px 0;overflow-wrap:anywhere}</style></head>
<body><h1>Mails of the demo</h1><p>No mail server is set (SMTP_URL), so mails end here. Reload to see newer ones.</p>
${letters.length > 0 ? letters : html`<p>No mail was sent yet.</p>`}
</body></html>`
