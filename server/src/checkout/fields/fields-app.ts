import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { answerNoRequest, onlyHttps } from '../../platform/http/raw-requests.ts'
import { findGateway } from '../../processors/gateways.ts'
import { fieldsTexts } from './fields.texts.ts'
import { readFields } from './fields-address.ts'
import { fieldsPage, type Looks, type ScriptFiles } from './fields-page.ts'
import { fieldsPolicy } from './fields-policy.ts'

export interface FieldsOptions {
  masterKey: string
  /** Kontor's own address: only its pages may frame the fields. */
  publicUrl: string
  /** The folder of the built scripts. Without it there are no fields. */
  dist: string | undefined
  logger?: { level: string; stream?: { write(line: string): void } } | boolean
}

const year_s = 31_536_000

interface Asked {
  Params: { gateway: string }
  Querystring: Record<string, unknown>
}

/**
 * The origin of the card fields, which does not listen yet: a page for each gateway, and nothing else. It has no database,
 * no session and no cookie, so that the scripts of a gateway find nothing there (docs/adr/0089).
 */
export async function buildFields(options: FieldsOptions): Promise<FastifyInstance> {
  const { masterKey, dist } = options
  const publicOrigin = new URL(options.publicUrl).origin
  const app: FastifyInstance = fastify({
    logger: loggerOf(options.logger),
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    clientErrorHandler: answerNoRequest(options.publicUrl),
    routerOptions: { maxParamLength: 50 },
  })
  const scripts = builtScripts(dist)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ ...always, 'content-security-policy': fieldsPolicy(undefined, 'test', publicOrigin) })
    if (options.publicUrl.startsWith('https:')) reply.header('strict-transport-security', onlyHttps)
  })

  const refuse = (
    request: FastifyRequest,
    reply: FastifyReply,
    code: number,
    why: 'refused' | 'expired' | 'unknown',
  ) => {
    const looks = looksOf(request.query as Asked['Querystring'])
    const files = scripts.get('refused') ?? { script: 'refused.js', styles: [] }
    const text = fieldsTexts[looks.language][why]
    return reply
      .code(code)
      .type(page)
      .send(fieldsPage(looks, files, { parent: publicOrigin }, text))
  }

  app.get<Asked>('/:gateway', (request, reply) => {
    const { gateway } = request.params
    const fields = findGateway(gateway)?.manifest.card_fields
    const files = fields && scripts.get(fields.script)
    if (!files) return refuse(request, reply, 404, 'unknown')
    const shown = readFields(masterKey, gateway, textOf(request.query.for), new Date())
    if (shown === 'refused') return refuse(request, reply, 403, shown)
    if (shown === 'expired') return refuse(request, reply, 410, shown)
    return reply
      .header('content-security-policy', fieldsPolicy(fields, shown.mode, publicOrigin))
      .type(page)
      .send(fieldsPage(looksOf(request.query), files, { parent: publicOrigin, ...shown }))
  })

  app.setNotFoundHandler((request, reply) => refuse(request, reply, 404, 'unknown'))
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error })
    return reply.code(500).type('text/plain').send('')
  })
  if (dist && existsSync(path.join(dist, 'assets')))
    await app.register(fastifyStatic, {
      root: path.resolve(dist, 'assets'),
      prefix: '/assets/',
      index: false,
      cacheControl: false,
      preCompressed: true,
      // The names contain a hash.
      setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${year_s}, immutable`),
    })
  return app
}

const page = 'text/html; charset=utf-8'

const always = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-resource-policy': 'same-origin',
  // A process of its own in the browser, where the rest of Kontor is only another port of the same host.
  'origin-agent-cluster': '?1',
  'permissions-policy': [
    ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'encrypted-media', 'fullscreen', 'geolocation'],
    ...['gyroscope', 'hid', 'magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture'],
    ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'usb', 'xr-spatial-tracking'],
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const looksOf = ({ lang, scheme }: Asked['Querystring']): Looks => ({
  language: lang === 'nl' ? 'nl' : 'en-US',
  scheme: scheme === 'dark' ? 'dark' : 'light',
})

/** The built scripts by name, from the list that the build writes. */
function builtScripts(dist: string | undefined): ReadonlyMap<string, ScriptFiles> {
  const list = dist && path.join(dist, '.vite/manifest.json')
  if (!list || !existsSync(list)) return new Map()
  const built = JSON.parse(readFileSync(list, 'utf8')) as Record<string, BuiltFile>
  const stylesOf = ({ css = [], imports = [] }: BuiltFile): string[] => [
    ...imports.flatMap((name) => (built[name] ? stylesOf(built[name]) : [])),
    ...css,
  ]
  const entries = Object.entries(built).filter(([, { isEntry }]) => isEntry)
  return new Map(
    entries.map(([source, entry]) => [path.basename(source, '.ts'), { script: entry.file, styles: stylesOf(entry) }]),
  )
}

interface BuiltFile {
  file: string
  isEntry?: boolean
  css?: string[]
  imports?: string[]
}

/** A logger that leaves the query out of addresses. */
function loggerOf(logger: FieldsOptions['logger']) {
  if (!logger) return false
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, url: url.split('?')[0], remoteAddress: ip })
  return { ...(logger === true ? {} : logger), serializers: { req } }
}
