import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import { parseQueryString } from '@kontor/contract/query-string'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { authRoutes } from './identity/auth-routes.ts'
import { authenticator } from './identity/authenticate.ts'
import { demoMailPage } from './identity/demo-mail-page.ts'
import { accountMails } from './identity/mails/make-mail.ts'
import { profileRoutes } from './identity/profile-routes.ts'
import { savedViewRoutes } from './identity/saved-view-routes.ts'
import { signInEventRoute } from './identity/sign-in-event-route.ts'
import { type SignInOptions, signInSettings } from './identity/sign-in-settings.ts'
import { merchantSource } from './organisations/merchant.rows.ts'
import { organisationSource } from './organisations/organisation.rows.ts'
import { organisationRoutes } from './organisations/organisation-routes.ts'
import { paymentProfileSource } from './organisations/payment-profile.rows.ts'
import { customerSource } from './payments/customer.rows.ts'
import { notificationRoute } from './payments/notification-route.ts'
import { type OutboxSettings, outboxDefaults, startOutboxWorker } from './payments/outbox-worker.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { processorJobs } from './payments/perform-processor-job.ts'
import { refundSource } from './payments/refund.rows.ts'
import { tagSource } from './payments/tag.rows.ts'
import { timelineRoute } from './payments/timeline-route.ts'
import { transactionSource } from './payments/transaction.rows.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Databases } from './platform/database.ts'
import { answerProblem, errorHandling } from './platform/edge.ts'
import { entityRoutes } from './platform/entity-routes.ts'
import { ExportProgress } from './platform/export/progress.ts'
import { exportProgressRoute } from './platform/export/progress-route.ts'
import type { Source } from './platform/list.ts'
import { smtpTransport } from './platform/mail/transport.ts'
import { startMailWorker } from './platform/mail/worker.ts'
import { gatewayTimeout_ms } from './processors/connections.ts'
import { processorSource } from './processors/processor.rows.ts'
import { describeApi, referencePage } from './reference-page.ts'
import { webFiles } from './web-files.ts'

export interface AppOptions {
  databases: Databases
  masterKey: string
  publicUrl: string
  webDist?: string | undefined
  clock?: Clock
  outbox?: OutboxSettings
  outcomeWait_ms?: number
  signIn?: SignInOptions
  mail?: { smtpUrl?: string | undefined; from?: string; poll_ms?: number; retry_ms?: number }
  /** Addresses of proxies in front: what they say of the caller's address is believed. */
  trustedProxies?: string[] | undefined
  gatewayTimeout_ms?: number
  /** How long closing waits for requests that are under way. */
  drain_ms?: number
  logger?: { level: string; stream?: { write(line: string): void } } | boolean
}

const drain_ms = 15_000

/** Every entity's rows, by the entity's name: what lists are made from and what `_populate` leads to. */
export const sources: Record<string, Source> = Object.fromEntries(
  [
    merchantSource,
    organisationSource,
    paymentProfileSource,
    processorSource,
    customerSource,
    tagSource,
    transactionSource,
    refundSource,
  ].map((source) => [source.entity.name, source]),
)

/** The whole server, not yet listening: everything it is made of, in order. Closing it drains requests and jobs. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { databases, masterKey, publicUrl, webDist, clock = systemClock } = options
  const app: FastifyInstance = fastify({
    logger: loggerOf(options.logger),
    genReqId: () => v7(),
    bodyLimit: 262_144,
    requestTimeout: 30_000,
    // Headers that do not come hold a connection for ten seconds, not for a minute.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    trustProxy: options.trustedProxies ?? false,
    frameworkErrors: answerProblem,
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 200, ignoreTrailingSlash: true },
  })
  // Routes check what they are given by the contract's schemas themselves; here the schemas only describe.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  errorHandling(app)
  drainWithin(app, options.drain_ms ?? drain_ms)
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    strictTransportSecurity: publicUrl.startsWith('https:'),
  })
  await app.register(fastifyCookie)
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store')
  })
  await describeApi(app)

  const gateways = { masterKey, timeout_ms: options.gatewayTimeout_ms ?? gatewayTimeout_ms }
  const worker = startOutboxWorker(
    databases,
    processorJobs(databases, gateways),
    (error) => logProblem(app.log, error),
    options.outbox ?? outboxDefaults,
  )
  // After the last request was answered, before the database goes.
  app.addHook('onClose', () => worker.stop())
  const mails = startMailWorker({
    databases,
    masterKey,
    clock,
    make: accountMails({ databases, publicUrl }),
    transport: options.mail?.smtpUrl ? smtpTransport(options.mail.smtpUrl, options.mail.from ?? mailFrom) : undefined,
    poll_ms: options.mail?.poll_ms ?? 5_000,
    retry_ms: options.mail?.retry_ms ?? 5_000,
    onError: (error) => logProblem(app.log, error),
  })
  app.addHook('onClose', () => mails.stop())
  const settings = signInSettings(options.signIn)
  const desk = { databases, clock, publicUrl, masterKey, settings, nudgeMail: mails.nudge }
  const services = {
    databases,
    clock,
    sources,
    exports: new ExportProgress(),
    authenticate: authenticator(databases, clock, publicUrl),
    worker,
    gateways,
    outcomeWait_ms: options.outcomeWait_ms ?? 8_000,
  }

  app.get('/healthz', { schema: { hide: true } }, async () => {
    await sql`select 1`.execute(databases.provider)
    return { status: 'ok' }
  })
  authRoutes(app, desk)
  profileRoutes(app, desk)
  signInEventRoute(app, services)
  savedViewRoutes(app, services)
  demoMailPage(app, { databases, masterKey, isCatching: !options.mail?.smtpUrl })
  organisationRoutes(app, services)
  entityRoutes(app, services, processorSource)
  paymentRoutes(app, services)
  timelineRoute(app, services)
  exportProgressRoute(app, services)
  await notificationRoute(app, services)
  await referencePage(app)
  await webFiles(app, webDist)
  return app
}

const mailFrom = 'Kontor <kontor@localhost>'

const policy = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Addresses are logged without what follows the question mark: links in mails carry their secret there. */
function loggerOf(logger: AppOptions['logger']) {
  if (!logger) return false
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, url: url.split('?')[0], remoteAddress: ip })
  return { ...(logger === true ? {} : logger), serializers: { req } }
}

/** A connection that was opened and never used would otherwise hold up the end for as long as its peer pleases. */
function drainWithin(app: FastifyInstance, patience_ms: number): void {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), patience_ms).unref()
  })
}

function logProblem(log: FastifyBaseLogger, error: unknown): void {
  log.error({ err: error }, 'outbox')
}
