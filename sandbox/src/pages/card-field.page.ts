import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { passesLuhn, tokenFor } from '../payments/behaviour/card-numbers.ts'
import type { Services } from '../services.ts'
import { cardFieldScript } from './card-field.script.ts'
import { cardFieldTexts } from './card-field.texts.ts'
import { html } from './html.ts'

const style = `
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif }
:root[data-scheme=light] { color-scheme: light }
html, body { margin: 0; padding: 0; background: transparent }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; padding: 3px; align-items: start }
.wide { grid-column: 1 / -1 }
label { display: block; font-size: 14px; margin-bottom: 4px }
input { box-sizing: border-box; width: 100%; height: 44px; padding: 0 12px; font: inherit; border-radius: 6px;
  border: 1px solid #868e96; background: #ffffff; color: #1d2433 }
input:focus-visible { outline: 2px solid #1c7ed6; outline-offset: 1px }
input[aria-invalid] { border-color: #c92a2a }
p { margin: 4px 0 0; font-size: 14px; color: #c92a2a }
p:empty { display: none }
@media (prefers-color-scheme: dark) {
  :root:not([data-scheme=light]) input { background: #121419; color: #e4e7ec; border-color: #7a828e }
  :root:not([data-scheme=light]) p { color: #ffa8a8 }
}
`

const typed = z.object({ number: z.string().max(40), expiry: z.string().max(20), cvc: z.string().max(10) })

/**
 * The fields of a card, framed by the page that takes the payment: numbers are typed here and go nowhere else.
 * `?origin=` names the page that may frame it and that receives the token; `?scheme=light` is for a page that has no
 * dark scheme.
 */
export function cardFieldPage(app: FastifyInstance, { publicUrl }: Services) {
  app.get('/v1/card-field', () => ({ url: `${publicUrl()}/cards/new` }))

  app.get('/cards/new.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('x-content-type-options', 'nosniff').send(cardFieldScript),
  )
  app.get('/cards/new.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('x-content-type-options', 'nosniff').send(style),
  )

  app.get<{ Querystring: { origin?: string; lang?: string; scheme?: string } }>('/cards/new', (request, reply) => {
    const origin = originOf(request.query.origin)
    const lang = request.query.lang === 'nl' ? 'nl' : 'en'
    return reply
      .header('content-security-policy', policyFor(origin))
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageIn(lang, request.query.scheme === 'light' ? 'light' : 'any', origin ?? '').text)
  })

  app.post('/cards', (request, reply) => {
    const card = typed.parse(request.body)
    const number = card.number.replaceAll(/[ -]/g, '')
    const expiry = expiryOf(card.expiry)
    const problems = {
      ...(/^\d{12,19}$/.test(number) && passesLuhn(number) ? {} : { number: 'number_invalid' }),
      ...(expiry === undefined ? { expiry: 'expiry_invalid' } : isPast(expiry) ? { expiry: 'expiry_past' } : {}),
      ...(/^\d{3,4}$/.test(card.cvc.trim()) ? {} : { cvc: 'cvc_invalid' }),
    }
    if (!expiry || Object.keys(problems).length > 0) return reply.code(422).send({ code: 'card_invalid', problems })
    return { token: tokenFor(number, expiry) }
  })
}

/**
 * The scheme and host of the address; undefined when it has more. Only a page of that origin gets the frame and the
 * token.
 */
function originOf(text: string | undefined): string | undefined {
  if (!text || !/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined
  return new URL(text).origin
}

const policyFor = (origin: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${origin ?? "'none'"}`,
  ].join('; ')

function expiryOf(text: string): { month: number; year: number } | undefined {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(text) ?? []
  if (Number(month) < 1 || Number(month) > 12) return undefined
  return { month: Number(month), year: year.length === 2 ? 2000 + Number(year) : Number(year) }
}

/** A card is valid until the end of its expiry month. */
const isPast = ({ month, year }: { month: number; year: number }) => Date.UTC(year, month, 1) <= Date.now()

function pageIn(lang: 'nl' | 'en', scheme: 'light' | 'any', origin: string) {
  const text = cardFieldTexts[lang]
  const field = (name: 'number' | 'expiry' | 'cvc', complete: string, hint: string, wide: string) => html`
<div class="${wide}"><label for="${name}">${text[name]}</label>
<input id="${name}" name="${name}" inputmode="numeric" autocomplete="${complete}" placeholder="${hint}"
  aria-describedby="${name}-error" required>
<p id="${name}-error" role="alert"></p></div>`
  return html`<!doctype html>
<html lang="${lang}" data-scheme="${scheme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text.title}</title>
<link rel="stylesheet" href="/cards/new.css">
<script src="/cards/new.js" defer></script>
</head>
<body data-origin="${origin}">
<main aria-label="${text.title}">
<form novalidate data-number_invalid="${text.number_invalid}" data-expiry_invalid="${text.expiry_invalid}"
  data-expiry_past="${text.expiry_past}" data-cvc_invalid="${text.cvc_invalid}">
${field('number', 'cc-number', '', 'wide')}
${field('expiry', 'cc-exp', '', '')}
${field('cvc', 'cc-csc', '', '')}
</form>
</main>
</body>
</html>
`
}
