import type { FastifyInstance } from 'fastify'
import type { PaymentServices } from '../engine/outbox/await-outcome.ts'
import { findAuthorization, findSubject } from '../engine/outbox/subject.ts'
import { type FormAction, openFormAction } from '../engine/returns/form-action.ts'
import { type ReturnKey, readPayerToken } from '../engine/returns/return-address.ts'
import type { Limit } from '../identity/access/sign-in-settings.ts'
import { countOrRefuse } from '../identity/guessing/attempts.ts'
import { engineActor } from '../platform/db/actor.ts'
import { inTransaction } from '../platform/db/database.ts'
import { networkOf } from '../platform/http/network.ts'
import { actionTexts } from './pay-action.texts.ts'
import { secretly } from './secretly.ts'

interface ActionServices extends PaymentServices {
  readonly checkoutLimits: { unknown: Limit }
}

/**
 * `/pay/action/{token}`: a page that sends the payer to his bank with the fields of an action, as a form. The pay page itself
 * sends no form anywhere. When there is nothing to send any more, the payer goes on to where his payment leads.
 */
export function payAction(app: FastifyInstance, services: ActionServices): void {
  const { databases, masterKey, checkoutLimits: limits } = services

  const look = (key: ReturnKey) =>
    inTransaction(databases, engineActor(key.merchant, 'payer'), async (trx) => {
      const authorization = await findAuthorization(trx, key.merchant, key.operation)
      const payment = await findSubject(trx, authorization)
      const { redirect_url, redirect_sealed } = payment?.transaction ?? {}
      const action =
        payment && redirect_url && redirect_sealed
          ? openFormAction(masterKey, payment.transaction, redirect_sealed)
          : undefined
      return { action, back: authorization.payload.return_url }
    })

  app.get('/pay/action/:token', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const { token } = request.params as { token: string }
    const key = readPayerToken(masterKey, 'action', token)
    if (!key) {
      await countOrRefuse(databases.provider, 'pay.unknown', networkOf(request.ip), limits.unknown, new Date())
      return reply.callNotFound()
    }
    const { action, back } = await look(key)
    reply.headers(secretly)
    if (!action) return back === undefined ? reply.callNotFound() : reply.redirect(back, 303)
    const language = /^nl/i.test(request.headers['accept-language'] ?? '') ? 'nl' : 'en-US'
    return reply
      .header('content-security-policy', policyFor(action.url))
      .type('text/html; charset=utf-8')
      .send(pageOf(action, language))
  })

  app.get('/pay/action.js', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send('document.forms[0].submit()\n'),
  )
}

/** The form may be sent to this address alone. A query is no part of a policy, and neither are its own separators. */
function policyFor(url: string): string {
  const { origin, pathname } = new URL(url)
  const target = origin + pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `form-action ${target}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function pageOf({ url, fields }: FormAction, language: keyof typeof actionTexts): string {
  const { title, button } = actionTexts[language]
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  )
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title></head>
<body><form method="post" action="${escaped(url)}">${inputs.join('')}<button>${button}</button></form>
<script src="/pay/action.js"></script></body>
</html>
`
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
