import fastifyCookie from '@fastify/cookie'
import fastifyHelmet from '@fastify/helmet'
import { parseQueryString } from '@kontor/contract/lists/query-string'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { v7 } from 'uuid'
import { auditTrailItemSource, pspAuditTrailItemSource } from './audit-trail/audit-trail-item.rows.ts'
import { auditTrailRoutes } from './audit-trail/audit-trail-routes.ts'
import { type BackgroundOptions, startBackground } from './background.ts'
import { bankAccountSource } from './bank-accounts/bank-account.rows.ts'
import { bankAccountRoutes } from './bank-accounts/bank-account-routes.ts'
import { patience_ms, sandboxPayees } from './bank-accounts/names/sandbox-payees.ts'
import { pspBankAccountSource } from './bank-accounts/provider/psp-bank-account.rows.ts'
import { type CheckoutLimits, checkoutLimits, checkoutRoutes } from './checkout/checkout-routes.ts'
import { checkoutDesignSource } from './checkout/designs/checkout-design.rows.ts'
import { checkoutDesignRoutes } from './checkout/designs/checkout-design-routes.ts'
import { cardAddLinkSource } from './checkout/links/card-add-link.rows.ts'
import { cardAddLinkKind, paymentLinkKind } from './checkout/links/link-kinds.ts'
import { linkMails } from './checkout/links/link-mails.ts'
import { linkRoutes } from './checkout/links/link-routes.ts'
import { paymentLinkSource } from './checkout/links/payment-link.rows.ts'
import { payAction } from './checkout/pay-action.ts'
import { payPage } from './checkout/pay-page.ts'
import { payReturn } from './checkout/pay-return.ts'
import { clockRoutes } from './clock-routes.ts'
import { contradictionSource } from './contradictions/contradiction.rows.ts'
import { contradictionRoutes } from './contradictions/contradiction-routes.ts'
import { cardSource } from './customers/card.rows.ts'
import { customerSource } from './customers/customer.rows.ts'
import { customerRoutes } from './customers/customer-routes.ts'
import { backtestRoutes } from './decisions/backtest/backtest-routes.ts'
import { decisionRoutes } from './decisions/decision-routes.ts'
import { routingSource } from './decisions/routings/routing.rows.ts'
import { routingRoutes } from './decisions/routings/routing-routes.ts'
import { validationRulesetSource } from './decisions/rulesets/validation-ruleset.rows.ts'
import { validationRulesetRoutes } from './decisions/rulesets/validation-ruleset-routes.ts'
import { demoRoute } from './demo/demo-route.ts'
import { sandboxBeside } from './demo/sandbox/sandbox-beside.ts'
import { chargebackSource } from './disputes/chargeback.rows.ts'
import { chargebackRoutes } from './disputes/chargeback-routes.ts'
import { evidenceRoutes } from './disputes/evidence-routes.ts'
import { notificationRoute } from './engine/notifications/notification-route.ts'
import { notificationDefaults } from './engine/notifications/notification-worker.ts'
import { healthRoute } from './health-route.ts'
import { homeRoutes } from './home/home-routes.ts'
import { usualDays } from './housekeeping/kept-days.ts'
import { authenticator } from './identity/access/authenticate.ts'
import { doors } from './identity/access/doors.ts'
import { type SignInOptions, signInSettings } from './identity/access/sign-in-settings.ts'
import { roleBundleRoutes } from './identity/bundles/role-bundle-routes.ts'
import { previewRoutes } from './identity/preview/preview-routes.ts'
import { profileRoutes } from './identity/profile/profile-routes.ts'
import { savedViewRoutes } from './identity/profile/saved-view-routes.ts'
import { signInEventRoute } from './identity/profile/sign-in-event-route.ts'
import { authRoutes } from './identity/sign-in/auth-routes.ts'
import { demoMailPage } from './identity/sign-in/demo-mail-page.ts'
import { issuerDefaults, issuers } from './identity/sign-on/issuers.ts'
import { signOnRoutes } from './identity/sign-on/sign-on-routes.ts'
import { providerUserSource, userSource } from './identity/users/user.rows.ts'
import { userRoutes } from './identity/users/user-routes.ts'
import { welcomeMailSource } from './identity/welcome-mails/welcome-mail.rows.ts'
import { welcomeMailRoutes } from './identity/welcome-mails/welcome-mail-routes.ts'
import { importSource } from './imports/import.rows.ts'
import { importRoutes } from './imports/import-routes.ts'
import { countByRollup } from './insights/rollups/count-by-rollup.ts'
import { statisticsRoutes } from './insights/statistics-routes.ts'
import { ledgerRoutes } from './ledger/ledger-routes.ts'
import { moneyRoutes } from './ledger/money/money-routes.ts'
import { middlewareSource } from './middleware/middleware.rows.ts'
import { middlewareRoutes } from './middleware/middleware-routes.ts'
import { apiKeySource } from './organisations/api-keys/api-key.rows.ts'
import { apiKeyRoutes } from './organisations/api-keys/api-key-routes.ts'
import { dayVolumes } from './organisations/configuration/day-volumes.ts'
import { merchantSource } from './organisations/merchants/merchant.rows.ts'
import { merchantRoutes } from './organisations/merchants/merchant-routes.ts'
import { organisationSource } from './organisations/organisation.rows.ts'
import { organisationRoutes } from './organisations/organisation-routes.ts'
import { paymentProfileSource } from './organisations/payment-profile.rows.ts'
import { packageSource } from './packages/package.rows.ts'
import { packageRoutes } from './packages/package-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { refundSource } from './payments/refund.rows.ts'
import { stuckOperationSource } from './payments/stuck/stuck-operation.rows.ts'
import { timelineRoute } from './payments/timeline-route.ts'
import { transactionSource } from './payments/transaction.rows.ts'
import { clientMoneyDaySource } from './payouts/client-money/client-money-day.rows.ts'
import { clientMoneyRoutes } from './payouts/client-money/client-money-routes.ts'
import { bankEntrySource } from './payouts/entries/bank-entry.rows.ts'
import { bankEntryRoutes } from './payouts/entries/bank-entry-routes.ts'
import { paymentOrderSource } from './payouts/orders/payment-order.rows.ts'
import { payoutRoutes } from './payouts/payout-routes.ts'
import { settlementUpdateSource } from './payouts/updates/settlement-update.rows.ts'
import { settlementUpdateRoutes } from './payouts/updates/settlement-update-routes.ts'
import { noAuditTrail, startAuditTrail } from './platform/audit-trail/audit-trail.ts'
import { cacheRoutes } from './platform/caches/cache-routes.ts'
import { Caches } from './platform/caches/caches.ts'
import type { Databases } from './platform/db/database.ts'
import { ExportProgress } from './platform/export/progress.ts'
import { exportProgressRoute } from './platform/export/progress-route.ts'
import { answerProblem, errorHandling } from './platform/http/edge.ts'
import { jsonBodies } from './platform/http/json-body.ts'
import { measureRequests } from './platform/http/measure-requests.ts'
import { answerNoRequest, refuseSecondHost } from './platform/http/raw-requests.ts'
import { loggedError } from './platform/logged-error.ts'
import type { Source } from './platform/rows/list.ts'
import { type Clock, systemClock } from './platform/time/clock.ts'
import { type EngineClock, engineClock } from './platform/time/engine-clock.ts'
import { webhookDefaults } from './platform/webhooks/deliver.ts'
import { pricingRoutes } from './pricing/pricing-routes.ts'
import { rehearsalRoutes } from './pricing/rehearsal/rehearsal-routes.ts'
import { schemeSources } from './pricing/scheme.rows.ts'
import { gatewayTimeout_ms } from './processors/connections.ts'
import { processorSource } from './processors/processor.rows.ts'
import { processorRoutes } from './processors/processor-routes.ts'
import { processorSettlementSource } from './processors/settlements/processor-settlement.rows.ts'
import { processorSettlementRoutes } from './processors/settlements/processor-settlement-routes.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation-routes.ts'
import { recoveryRoutes } from './recovery/recovery-routes.ts'
import { describeApi, referencePage } from './reference/reference-page.ts'
import { bookedRoutes } from './reports/booked/booked-routes.ts'
import { periodReportRoutes } from './reports/periods/period-routes.ts'
import { reportSource } from './reports/report.rows.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { reportScheduleSource } from './reports/schedules/report-schedule.rows.ts'
import { reportScheduleRoutes } from './reports/schedules/report-schedule-routes.ts'
import { sapBatchSource } from './sap/sap-batch.rows.ts'
import { sapRoutes } from './sap/sap-routes.ts'
import { cancelScheduledOf } from './scheduled/cancel-scheduled-transaction.ts'
import { scheduledRoutes } from './scheduled/scheduled-routes.ts'
import { scheduledTransactionSource } from './scheduled/scheduled-transaction.rows.ts'
import { financialReportRoutes } from './settlements/financial/financial-report-routes.ts'
import { invoiceSource } from './settlements/invoices/invoice.rows.ts'
import { oneOffSource } from './settlements/one-offs/one-off.rows.ts'
import { oneOffRoutes } from './settlements/one-offs/one-off-routes.ts'
import { settlementProfileSource } from './settlements/profiles/settlement-profile.rows.ts'
import { settlementScheduleSource } from './settlements/schedules/settlement-schedule.rows.ts'
import { pspSettlementSource, settlementSource } from './settlements/settlement.rows.ts'
import { settlementRoutes } from './settlements/settlement-routes.ts'
import { shareSource } from './shares/share.rows.ts'
import { shareRoutes } from './shares/share-routes.ts'
import { statusUpdateSource } from './status-updates/status-update.rows.ts'
import { statusUpdateRoutes } from './status-updates/status-update-routes.ts'
import { cancelSubscriptionsOf } from './subscriptions/cancel-subscription.ts'
import { subscriptionKind } from './subscriptions/checkout-kind.ts'
import { discountSource } from './subscriptions/discounts/discount.rows.ts'
import { planSource } from './subscriptions/plans/plan.rows.ts'
import { subscriptionSource } from './subscriptions/subscription.rows.ts'
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts'
import { tagSource } from './tags/tag.rows.ts'
import { tagRoutes } from './tags/tag-routes.ts'
import { terminalSource } from './terminals/terminal.rows.ts'
import { terminalRoutes } from './terminals/terminal-routes.ts'
import { readableUrl, webFiles } from './web-files.ts'
import { webhookSource } from './webhooks/webhook.rows.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'

export interface AppOptions extends BackgroundOptions {
  databases: Databases
  masterKey: string
  publicUrl: string
  webDist?: string | undefined
  /** The origin of the card fields. Undefined: gateways without a page of their own take no cards. */
  fieldsUrl?: string | undefined
  /** True while this process listens there. */
  fieldsListen?: () => boolean
  /** True from the moment when this process was told to stop: it is not ready, and keeps no connection open. */
  isStopping?: () => boolean
  clock?: Clock
  outcomeWait_ms?: number
  signIn?: SignInOptions
  /** How issuers of single sign-on are asked. */
  issuers?: Partial<typeof issuerDefaults>
  /** Addresses of trusted proxies: the caller's address that they report is believed. */
  trustedProxies?: string[] | undefined
  gatewayTimeout_ms?: number
  /** How long the check of a name waits for a bank. */
  payeeTimeout_ms?: number
  /** The sandbox processor beside this server: new merchants take payments through it, and a demo's pages link to it. */
  sandboxUrl?: string | undefined
  checkoutLimits?: Partial<CheckoutLimits>
  /** False: calls leave no trail, for tests that count rows and for measurements. */
  auditTrail?: boolean
  /** Milliseconds that closing waits for running requests. */
  drain_ms?: number
  logger?: { level: string; stream?: { write(line: string): void } } | boolean
}

const drain_ms = 15_000

/**
 * The sources of all entities by the entity's name: lists are made from them, and `_populate` reads relations through
 * them.
 */
export const sources: Record<string, Source> = Object.fromEntries(
  [
    merchantSource,
    organisationSource,
    paymentProfileSource,
    bankAccountSource,
    pspBankAccountSource,
    apiKeySource,
    userSource,
    providerUserSource,
    welcomeMailSource,
    processorSource,
    shareSource,
    middlewareSource,
    routingSource,
    processorSettlementSource,
    customerSource,
    cardSource,
    tagSource,
    ...Object.values(schemeSources),
    packageSource,
    validationRulesetSource,
    terminalSource,
    transactionSource,
    refundSource,
    stuckOperationSource,
    chargebackSource,
    contradictionSource,
    statusUpdateSource,
    scheduledTransactionSource,
    paymentLinkSource,
    cardAddLinkSource,
    checkoutDesignSource,
    settlementSource,
    pspSettlementSource,
    invoiceSource,
    settlementProfileSource,
    settlementScheduleSource,
    importSource,
    reportSource,
    reportScheduleSource,
    planSource,
    subscriptionSource,
    discountSource,
    paymentOrderSource,
    bankEntrySource,
    clientMoneyDaySource,
    settlementUpdateSource,
    sapBatchSource,
    oneOffSource,
    webhookSource,
    auditTrailItemSource,
    pspAuditTrailItemSource,
  ].map((source) => [source.entity.name, source]),
)

/** Builds the whole server, which does not listen yet: all its parts, in order. Closing it drains requests and jobs. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const engine = engineClock(options.databases, options.clock ?? systemClock)
  const app = await openApp(options, engine)
  // The sandbox calls the server on this machine, whatever its public address is.
  await addRoutes(
    app,
    options,
    startHouse(app, options, engine, () => app.listeningOrigin),
  )
  return app
}

/** Builds what `kontor work` runs: all work in the background, and no route but those of its health. Closing it finishes the work in hand. */
export async function buildWorker(options: AppOptions): Promise<FastifyInstance> {
  const engine = engineClock(options.databases, options.clock ?? systemClock)
  const app = await openApp(options, engine)
  startHouse(app, { ...options, workApart: false }, engine, () => new URL(options.publicUrl).origin)
  await healthRoute(app, { ...options, pools: options.databases.pools, does: 'work' })
  return app
}

/** What holds for every request: addresses, bodies, headers, refusals, and the end of the process. */
async function openApp(options: AppOptions, engine: EngineClock): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: loggerOf(options.logger),
    // The id of its item in the trail of calls, which has the time of payments.
    genReqId: () => v7({ msecs: engine.now().getTime() }),
    bodyLimit: 262_144,
    requestTimeout: 30_000,
    // A connection that sends no headers is closed after ten seconds, not after a minute.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    trustProxy: options.trustedProxies ?? false,
    frameworkErrors: answerProblem,
    clientErrorHandler: answerNoRequest(options.publicUrl),
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    routerOptions: { querystringParser: parseQueryString, maxParamLength: 200, ignoreTrailingSlash: true },
  })
  // The routes check their input themselves by the contract's schemas; Fastify uses the schemas only to describe.
  app.setValidatorCompiler(() => (value) => ({ value }))
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  errorHandling(app)
  measureRequests(app)
  refuseSecondHost(app)
  jsonBodies(app)
  drainWithin(app, options.drain_ms ?? drain_ms)
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    strictTransportSecurity: options.publicUrl.startsWith('https:'),
  })
  await app.register(fastifyCookie)
  app.addHook('onRequest', async (_request, reply) => {
    if (options.isStopping?.()) reply.header('connection', 'close')
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store')
  })
  await describeApi(app)
  return app
}

/** Starts what runs beside the requests, and makes what the routes use. */
function startHouse(app: FastifyInstance, options: AppOptions, engine: EngineClock, notified: () => string) {
  const { databases, masterKey, publicUrl, clock = systemClock } = options
  sayHowFarAhead(app, engine)
  const gateways = { masterKey, publicUrl, timeout_ms: options.gatewayTimeout_ms ?? gatewayTimeout_ms }
  const outcomeWait_ms = options.outcomeWait_ms ?? 8_000
  const auditTrail =
    options.auditTrail === false
      ? noAuditTrail
      : startAuditTrail({
          databases,
          clock: engine,
          onError: (err) => app.log.error({ err, work: 'audit trail' }, 'work in the background: audit trail'),
        })
  // It stops last: what the background work still sends is recorded too.
  app.addHook('onClose', () => auditTrail.stop())
  const caches = new Caches()
  caches.stored('day_volumes', dayVolumes)
  const sandbox = sandboxBeside({ app, masterKey, url: options.sandboxUrl, notified })
  const settings = signInSettings(options.signIn)
  const background = startBackground(
    {
      databases,
      masterKey,
      publicUrl,
      clock,
      engine,
      auditTrail,
      gateways,
      caches,
      sandbox,
      sources,
      outcomeWait_ms,
      modules: settings.modules,
      log: app.log,
    },
    options,
  )
  // The background work stops after the last request was answered and before the database connections close.
  app.addHook('onClose', () => background.stop())
  const { worker, mails } = background
  const asked = issuers({
    ...issuerDefaults,
    allowPrivate: options.webhooks?.allowPrivate ?? false,
    ...options.issuers,
  })
  app.addHook('onClose', () => asked.close())
  const desk = { databases, clock, publicUrl, masterKey, settings, issuers: asked, nudgeMail: mails.nudge }
  const services = {
    databases,
    masterKey,
    clock: engine,
    sources,
    exports: new ExportProgress(),
    auditTrail,
    authenticate: authenticator(desk),
    doors: doors(desk),
    worker,
    gateways,
    outcomeWait_ms,
    quickCount: countByRollup,
    modules: settings.modules,
  }
  const checkout = {
    ...services,
    publicUrl,
    fieldsUrl: options.fieldsUrl,
    caches,
    checkoutLimits: { ...checkoutLimits, ...options.checkoutLimits },
  }

  // Sessions, keys and secrets use the wall clock, never the engine's.
  const onTheWall = { ...services, clock }
  return { services, onTheWall, desk, checkout, caches, sandbox, background }
}

/** The routes of every domain. */
async function addRoutes(
  app: FastifyInstance,
  options: AppOptions,
  { services, onTheWall, desk, checkout, caches, sandbox, background }: ReturnType<typeof startHouse>,
): Promise<void> {
  const { databases, masterKey, publicUrl, webDist } = options
  const { clock } = onTheWall
  const { mails, webhooks, middleware } = background
  const tell = { masterKey, wall: clock }

  await healthRoute(app, { ...options, pools: databases.pools })
  authRoutes(app, onTheWall, desk)
  profileRoutes(app, onTheWall, desk)
  signOnRoutes(app, onTheWall, desk)
  signInEventRoute(app, services)
  savedViewRoutes(app, services)
  const isCatching = !options.mail?.smtpUrl
  demoMailPage(app, { databases, masterKey, isCatching })
  demoRoute(app, onTheWall, { publicUrl, isCatching, sandboxUrl: options.sandboxUrl })
  clockRoutes(app, services)
  cacheRoutes(app, { ...onTheWall, caches })
  userRoutes(app, { ...onTheWall, publicUrl, nudgeMail: mails.nudge })
  previewRoutes(app, services)
  roleBundleRoutes(app, onTheWall)
  welcomeMailRoutes(app, { ...onTheWall, nudgeMail: mails.nudge })
  organisationRoutes(app, services)
  merchantRoutes(app, {
    ...onTheWall,
    nudgeMail: mails.nudge,
    sandbox,
    keptDays: options.keptDays ?? usualDays,
    idle_ms: desk.settings.idle_ms,
  })
  apiKeyRoutes(app, { ...onTheWall, publicUrl })
  processorRoutes(app, { ...services, publicUrl, sandboxUrl: options.sandboxUrl, fieldsUrl: options.fieldsUrl })
  shareRoutes(app, services)
  const bankAccounts = {
    ...services,
    ...{ warning: tell, wall: clock, nudgeMail: mails.nudge },
    verifyPayee: sandboxPayees({
      ...{ url: options.sandboxUrl, timeout_ms: options.payeeTimeout_ms ?? patience_ms },
      ...{ auditTrail: services.auditTrail, clock: services.clock },
    }),
  }
  bankAccountRoutes(app, bankAccounts)
  payoutRoutes(app, bankAccounts)
  bankEntryRoutes(app, services)
  clientMoneyRoutes(app, services)
  settlementUpdateRoutes(app, services)
  sapRoutes(app, services)
  routingRoutes(app, onTheWall)
  decisionRoutes(app, onTheWall)
  backtestRoutes(app, services)
  middlewareRoutes(app, { ...onTheWall, middleware })
  processorSettlementRoutes(app, { ...services, sandboxUrl: options.sandboxUrl })
  pricingRoutes(app, services)
  rehearsalRoutes(app, { ...services, nudgeRehearsals: background.rehearsals.nudge })
  ledgerRoutes(app, services)
  moneyRoutes(app, services)
  tagRoutes(app, services)
  validationRulesetRoutes(app, services)
  paymentRoutes(app, services)
  customerRoutes(app, {
    ...services,
    endCharges: async (trx, of, at) => {
      await cancelSubscriptionsOf(trx, of, at, tell)
      await cancelScheduledOf(trx, of, at)
    },
  })
  terminalRoutes(app, services)
  chargebackRoutes(app, services)
  contradictionRoutes(app, services)
  statusUpdateRoutes(app, services)
  evidenceRoutes(app, services)
  scheduledRoutes(app, services)
  timelineRoute(app, services)
  statisticsRoutes(app, services)
  checkoutDesignRoutes(app, services)
  linkRoutes(app, { ...checkout, linkMails: linkMails({ masterKey, clock, nudge: mails.nudge }) })
  payReturn(app, checkout)
  payAction(app, checkout)
  payPage(app, checkoutRoutes(app, checkout, [paymentLinkKind, cardAddLinkKind, subscriptionKind]), webDist)
  subscriptionRoutes(app, { ...checkout, tell, nudgeMail: mails.nudge })
  recoveryRoutes(app, { ...services, tell, nudgeMail: mails.nudge })
  oneOffRoutes(app, services)
  reconciliationRoutes(app, services)
  financialReportRoutes(app, services)
  const webhookTrials = { masterKey, ...webhookDefaults, ...options.webhooks }
  webhookRoutes(app, { ...services, webhooks, webhookTrials })
  settlementRoutes(app, services)
  packageRoutes(app, services)
  importRoutes(app, { ...services, nudgeImports: background.imports.nudge })
  auditTrailRoutes(app, services)
  reportRoutes(app, { ...onTheWall, nudgeReports: background.reports.nudge })
  reportScheduleRoutes(app, { ...services, nudgeReports: background.reports.nudge })
  periodReportRoutes(app, services)
  bookedRoutes(app, services)
  homeRoutes(app, services)
  exportProgressRoute(app, services)
  notificationRoute(app, {
    ...{ ...services, notifications: { ...notificationDefaults, ...options.notifications } },
    nudgeNotifications: background.notifications.nudge,
  })
  await referencePage(app)
  await webFiles(app, webDist)
}

/** A demo's pages show the time of payments, which may be ahead of the wall clock. */
function sayHowFarAhead(app: FastifyInstance, engine: EngineClock): void {
  app.addHook('onRequest', async (_request, reply) => {
    const ahead_ms = engine.ahead_ms()
    if (ahead_ms !== undefined)
      reply.header('kontor-clock-ahead', engine.target() ? `${ahead_ms} moving` : String(ahead_ms))
  })
}

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

/** A logger that leaves secrets out of addresses: the query, and the token of a checkout or of a processor's notifications. */
function loggerOf(logger: AppOptions['logger']) {
  if (!logger) return false
  // A token is recognised by its form, because an address that leads nowhere may hold one too: `//pay/…`, `/%70ay/…`.
  const withoutSecrets = (url: string) =>
    url.split('?')[0]?.replaceAll(/[\w-]{40,}|(?<![\w-])[\da-f]{32}(?![\w-])/gi, '…')
  const req = ({ method, url, ip }: FastifyRequest) => ({ method, url: withoutSecrets(url), remoteAddress: ip })
  return { ...(logger === true ? {} : logger), serializers: { req, err: loggedError } }
}

/**
 * Closes all connections after a time: a connection that was opened and never used would delay the end without limit.
 */
function drainWithin(app: FastifyInstance, patience_ms: number): void {
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), patience_ms).unref()
  })
}
