import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '@kontor/contract/refusal'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CheckoutDesk } from './checkout-routes.ts'
import { designStylesheet } from './designs/design-stylesheet.ts'
import type { StoredDesign } from './designs/session-design.ts'
import { secretly } from './secretly.ts'

/**
 * `/pay/{token}`: the hosted page. It loads only its own small files and one frame, the processor's, which alone takes
 * a card number. The address is a secret: it is sent to no other site and kept in no cache.
 */
export function payPage(app: FastifyInstance, desk: CheckoutDesk, dist: string | undefined): void {
  app.get('/pay/:token/design.css', { schema: { hide: true } }, async (request: FastifyRequest, reply) => {
    const found = await desk.look((request.params as { token: string }).token)
    const design = found && (await desk.design(found).catch(unlessGone))
    if (!design) throw new Refusal('not_found')
    return reply.headers(secretly).type('text/css; charset=utf-8').send(designStylesheet(design))
  })

  const html = pageIn(dist, 'pay.html')
  if (!html) return
  app.get('/pay/:token', { schema: { hide: true } }, async (request, reply) => {
    if (request.method === 'HEAD') return reply.callNotFound()
    const { token } = request.params as { token: string }
    const found = await desk.look(token)
    const view = found && (await desk.view(found, undefined).catch(unlessGone))
    const design = found && view?.design ? await desk.design(found) : undefined
    return reply
      .code(view ? 200 : 404)
      .header('content-security-policy', policyWith(view?.card_field, imagesOf(design)))
      .headers(secretly)
      .type('text/html; charset=utf-8')
      .send(design ? dressed(html, token) : html)
  })

  const preview = pageIn(dist, 'pay-preview.html')
  if (!preview) return
  // The preview gets its content from the surrounding form: it holds no secret and no payment.
  app.get('/pay/preview', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-security-policy', previewPolicy).type('text/html; charset=utf-8').send(preview),
  )
}

/** Adds the design's style sheet to the page, so that it applies before anything is drawn. */
const dressed = (html: string, token: string) =>
  html
    .replace('<html', '<html data-design')
    .replace('</head>', `<link rel="stylesheet" href="/pay/${token}/design.css" /></head>`)

const pageIn = (dist: string | undefined, name: string): string | undefined => {
  const file = dist && path.join(path.resolve(dist), name)
  return file && existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function unlessGone(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'not_found') return undefined
  throw error
}

/** The origins of the design's pictures; the page loads pictures from nowhere else. */
const imagesOf = (design: StoredDesign | undefined): string[] => {
  const addresses = [design?.logo_url, design?.background_image_url].filter((each) => typeof each === 'string')
  return [...new Set(addresses.map((each) => new URL(each).origin))]
}

const always = ["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'", "connect-src 'self'"]

const policyWith = (cardField: string | null | undefined, images: readonly string[]) =>
  [
    ...always,
    ["img-src 'self' data:", ...images].join(' '),
    `frame-src ${cardField ? new URL(cardField).origin : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The preview loads pictures from anywhere, because its author has just typed the address. */
const previewPolicy = [
  ...always,
  "img-src 'self' data: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')
