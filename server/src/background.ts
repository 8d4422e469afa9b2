import type { Module } from '@kontor/contract/modules'
import type { FastifyBaseLogger } from 'fastify'
import { auditTrailGapsJob } from './audit-trail/find-gaps.ts'
import { bankAccountMails, bankAccountTemplates } from './bank-accounts/alarms/account-mail.ts'
import { expireDueLinks } from './checkout/links/expire-due-links.ts'
import { makeLinkMail } from './checkout/links/link-mails.ts'
import { incidentMail, makeIncidentMail } from './contradictions/incident-mail.ts'
import { incidentMailsJob } from './contradictions/incident-mails.ts'
import { customerSegmentsJob } from './customers/customer-rfm-job.ts'
import { hitMail, makeHitMail } from './decisions/rulesets/hit-mail.ts'
import { hitMailsJob } from './decisions/rulesets/hit-mails.ts'
import { chargebackRemindersJob } from './disputes/chargeback-reminders.ts'
import { paymentMails, paymentTemplates } from './disputes/mails/payment-mails.ts'
import { payersAwayJob } from './engine/asking/payers-away-job.ts'
import { processorJobs } from './engine/asking/perform-processor-job.ts'
import { type Contradiction, logContradiction } from './engine/contradictions/contradiction.ts'
import {
  type NotificationSettings,
  notificationDefaults,
  startNotificationWorker,
} from './engine/notifications/notification-worker.ts'
import { settlementProofsJob } from './engine/notifications/settlement-proofs.ts'
import { atMost } from './engine/outbox/await-outcome.ts'
import {
  type OutboxSettings,
  type OutboxWorker,
  outboxDefaults,
  startOutboxWorker,
} from './engine/outbox/outbox-worker.ts'
import { exchangeRatesJobs } from './exchange-rates/exchange-rates-jobs.ts'
import { housekeepingJobs } from './housekeeping/housekeeping.ts'
import type { KeptDays } from './housekeeping/kept-days.ts'
import { accountMails } from './identity/mails/account-mails.ts'
import { type ImportSettings, importDefaults, startImportQueue } from './imports/import-queue.ts'
import { countByRollup } from './insights/rollups/count-by-rollup.ts'
import { statisticsJobs } from './insights/rollups/statistics-jobs.ts'
import { businessDaysJob } from './ledger/closing/close-days.ts'
import { ledgerJobs } from './ledger/ledger-jobs.ts'
import { type MiddlewareCalls, middlewareCalls } from './middleware/ask-middleware.ts'
import { startCopyQueue } from './middleware/copy-queue.ts'
import type { Sandbox } from './organisations/merchants/create-merchant.ts'
import { uncapturedJob } from './payments/limits/uncaptured-job.ts'
import { clientMoneyJob, shortfallMail } from './payouts/client-money/client-money-job.ts'
import { makeShortfallMail } from './payouts/client-money/shortfall-mail.ts'
import { receiptsJob } from './payouts/entries/match-processors.ts'
import { payoutMails, payoutTemplates } from './payouts/statements/returned-mail.ts'
import type { AuditTrail } from './platform/audit-trail/audit-trail.ts'
import type { Caches } from './platform/caches/caches.ts'
import type { Databases } from './platform/db/database.ts'
import { aboutOf } from './platform/jobs/about.ts'
import { type EngineJob, followClock, startEngineJobs } from './platform/jobs/engine-jobs.ts'
import { type PeriodicJob, startPeriodic } from './platform/jobs/periodic.ts'
import { smtpTransport } from './platform/mail/transport.ts'
import { byTemplate, type MailMaker, type MailWorker, startMailWorker } from './platform/mail/worker.ts'
import type { Sources } from './platform/rows/populate.ts'
import type { Clock } from './platform/time/clock.ts'
import type { EngineClock } from './platform/time/engine-clock.ts'
import { startWebhookWorker, webhookDefaults } from './platform/webhooks/deliver.ts'
import { startRehearsalQueue } from './pricing/rehearsal/rehearsal-queue.ts'
import type { GatewaySettings } from './processors/connections.ts'
import { passSandboxTime } from './processors/pass-time.ts'
import { settlementFilesJob } from './processors/settlements/fetch-settlement-files.ts'
import { lateFileMail, makeLateFileMail } from './reconciliation/late-file-mail.ts'
import { lateFilesJob } from './reconciliation/late-files-job.ts'
import { reconciliationJob } from './reconciliation/reconciliation-job.ts'
import { type ReportSettings, reportDefaults, startReportQueue } from './reports/report-queue.ts'
import { reportSources } from './reports/report-sources.ts'
import { dueSchedulesJob } from './reports/schedules/due-schedules.ts'
import { endRun } from './reports/schedules/end-run.ts'
import { scheduleMails, scheduleTemplates } from './reports/schedules/schedule-mails.ts'
import { sapBatchesJob } from './sap/sap-batches-job.ts'
import { scheduledTransactionsJob } from './scheduled/scheduled-job.ts'
import { invoicesJob } from './settlements/invoices/run-invoices.ts'
import { invoiceMail, makeInvoiceMail } from './settlements/mails/invoice-mail.ts'
import { invoiceMailsJob } from './settlements/mails/invoice-mails-job.ts'
import { makeSettlementMail, settlementMail } from './settlements/mails/settlement-mail.ts'
import { settlementMailsJob } from './settlements/mails/settlement-mails-job.ts'
import { oneOffsJob } from './settlements/one-offs/one-offs-job.ts'
import { settlementsJob } from './settlements/runs/settlements-job.ts'
import { billSubscriptions } from './subscriptions/billing-engine.ts'
import { makePayerMail } from './subscriptions/mails/payer-mail.ts'
import { makeUpdateMail } from './subscriptions/mails/update-mail.ts'
import { payerMail } from './subscriptions/tell-payer.ts'
import { updateMail } from './subscriptions/tell-update.ts'
import { makeBodies } from './webhooks/make-bodies.ts'
import { mailSwitchedOff, makeSwitchedOffMail, switchedOffMail } from './webhooks/switched-off-mail.ts'

export interface BackgroundOptions {
  /** True: another process does the work in the background (`kontor work`), but for the orders of this one's own requests. */
  workApart?: boolean
  outbox?: OutboxSettings
  /** Milliseconds between two folds of changes into the roll-ups. */
  fold_ms?: number
  /** Milliseconds between two postings of the ledger. */
  post_ms?: number
  /** The first day whose payments the ledger counts: `2026-10-31`; without it, those from its opening on. */
  collectingSince?: string | undefined
  /** The address of the exchange rates, in the Central Bank's format. */
  exchangeRatesUrl?: string | undefined
  mail?: { smtpUrl?: string | undefined; from?: string; poll_ms?: number; retry_ms?: number }
  /** Settings for processors' notifications that could not be applied when they came. */
  notifications?: Partial<NotificationSettings>
  imports?: Partial<ImportSettings>
  reports?: Partial<ReportSettings>
  /** The days for which each kind of data is kept. */
  keptDays?: KeptDays
  /** Settings of the sending of webhooks. */
  webhooks?: Partial<typeof webhookDefaults>
}

interface House {
  databases: Databases
  masterKey: string
  publicUrl: string
  /** The wall clock. */
  clock: Clock
  engine: EngineClock
  auditTrail: AuditTrail
  gateways: GatewaySettings
  caches: Caches
  /** The sandbox processor beside this server. */
  sandbox: Sandbox | undefined
  outcomeWait_ms: number
  sources: Sources
  /** The optional parts of the product that are switched on. */
  modules: readonly Module[]
  log: FastifyBaseLogger
}

/** What a route may ask of a queue: to look at once. In a process without work in the background nobody hears it. */
type Nudged = Pick<MailWorker, 'nudge' | 'stop'>
type Queues = Record<'mails' | 'webhooks' | 'copies' | 'notifications' | 'imports' | 'reports' | 'rehearsals', Nudged>

export interface Background extends Queues {
  worker: OutboxWorker
  middleware: MiddlewareCalls
  /** Starts no further work and waits for everything in hand. */
  stop(): Promise<void>
}

/**
 * Starts everything that runs beside the requests; ARCHITECTURE.md lists it. With `workApart` that is only what the requests of
 * this process need: their own orders to processors, the clock, and the caches.
 */
export function startBackground(house: House, options: BackgroundOptions): Background {
  const { databases, engine, log } = house
  const { workApart = false } = options
  const onContradiction = (contradiction: Contradiction) => logContradiction(log, contradiction)
  const { worker, middleware } = startOrders(house, options, onContradiction)
  const queues = workApart ? deafQueues() : startQueues(house, options, middleware, onContradiction)
  const periodic = [
    ...(workApart
      ? [followClock(engine, problemsOf(house, 'clock'))]
      : startPeriodicWork(house, options, { worker, ...queues }, onContradiction)),
    house.caches.follow(databases.provider, problemsOf(house, 'caches')),
  ]
  return {
    worker,
    ...queues,
    middleware,
    async stop() {
      // The periodic jobs stop first, because they put work into the queues and wait for it.
      await Promise.all(periodic.map((each) => each.stop()))
      await Promise.all([worker, ...Object.values(queues)].map((queue) => queue.stop()))
      await middleware.close()
    },
  }
}

function startOrders(
  { databases, masterKey, publicUrl, engine, auditTrail, gateways, ...house }: House,
  options: BackgroundOptions,
  onContradiction: (contradiction: Contradiction) => void,
) {
  const { allowPrivate } = { ...webhookDefaults, ...options.webhooks }
  const middleware = middlewareCalls({ masterKey, allowPrivate })
  const forPayments = { ...databases, ...databases.payments }
  const worker = startOutboxWorker(
    forPayments,
    processorJobs({
      databases: forPayments,
      gateways,
      askMiddleware: middleware.ask,
      auditTrail,
      clock: engine,
      publicUrl,
      onContradiction,
    }),
    problemsOf(house, 'outbox'),
    { ...(options.outbox ?? outboxDefaults), looks: !options.workApart },
  )
  return { worker, middleware }
}

function startQueues(
  house: House,
  options: BackgroundOptions,
  { tell }: MiddlewareCalls,
  onContradiction: (contradiction: Contradiction) => void,
): Queues {
  const { databases, masterKey, clock, engine, gateways, auditTrail } = house
  const mails = startMailWorker({
    databases,
    masterKey,
    clock,
    make: mailMaker(house),
    transport: options.mail?.smtpUrl ? smtpTransport(options.mail.smtpUrl, options.mail.from ?? mailFrom) : undefined,
    poll_ms: options.mail?.poll_ms ?? 5_000,
    retry_ms: options.mail?.retry_ms ?? 5_000,
    onError: problemsOf(house, 'mails'),
  })
  const webhooks = startWebhookWorker({
    ...webhookDefaults,
    ...options.webhooks,
    databases,
    masterKey,
    auditTrail,
    clock: engine,
    makeBodies,
    onSwitchedOff: mailSwitchedOff({ masterKey, wall: clock }),
    onError: problemsOf(house, 'webhooks'),
  })
  const { poll_ms, waits_ms } = { ...webhookDefaults, ...options.webhooks }
  const copies = startCopyQueue({ databases, tell, poll_ms, waits_ms, onError: problemsOf(house, 'copies') })
  const notifications = startNotificationWorker({
    databases,
    gateways,
    auditTrail,
    clock: engine,
    settings: { ...notificationDefaults, ...options.notifications },
    onContradiction,
    onError: problemsOf(house, 'notifications'),
  })
  const imports = startImportQueue({
    ...{ databases, masterKey, clock: engine, wall: clock, sandbox: house.sandbox },
    settings: { ...importDefaults, ...options.imports },
    onError: problemsOf(house, 'imports'),
  })
  const reports = startReportQueue({
    ...{ databases, masterKey, sources: reportSources(house), quickCount: countByRollup },
    onEnd: (trx, report) => endRun(trx, masterKey, report),
    nudgeMails: mails.nudge,
    settings: { ...reportDefaults, ...options.reports },
    onError: problemsOf(house, 'reports'),
  })
  const rehearsals = startRehearsalQueue({ databases, onError: problemsOf(house, 'rehearsals') })
  return { mails, webhooks, copies, notifications, imports, reports, rehearsals }
}

/** `kontor work` finds in the tables what is written here. */
function deafQueues(): Queues {
  const deaf: Nudged = { nudge() {}, async stop() {} }
  return {
    mails: deaf,
    webhooks: deaf,
    copies: deaf,
    notifications: deaf,
    imports: deaf,
    reports: deaf,
    rehearsals: deaf,
  }
}

const problemsOf =
  ({ log }: Pick<House, 'log'>, work: string) =>
  (error: unknown) =>
    logProblem(log, error, work)

function startPeriodicWork(
  house: House,
  options: BackgroundOptions,
  queues: Pick<Background, 'worker' | 'mails' | 'reports'>,
  onContradiction: (contradiction: Contradiction) => void,
) {
  const { databases, clock, engine, log } = house
  const onError = (error: unknown, job: string) => logProblem(log, error, job)
  const { fold_ms = 1_000, exchangeRatesUrl: url } = options
  const statistics = statisticsJobs(databases, clock, {
    fold_ms,
    onSetAside: (delta) =>
      log.error(delta, 'a change is set aside, the figures lack it: npm run statistics -- rebuild'),
    onDifference: (found) => log.error(found, 'roll-ups differ from the rows: npm run statistics -- rebuild'),
  })
  const exchangeRates = exchangeRatesJobs(databases, {
    url,
    now: () => clock.now(),
    onProblem: (problem) => logProblem(log, problem, 'exchange rates'),
  })
  const inOrder = (jobs: readonly PeriodicJob[]) =>
    startPeriodic({ db: databases.provider, jobs, now: () => clock.now(), onError })
  return [
    // Each of these jobs runs separately: the check may take minutes, and a publisher may be slow.
    ...[...statistics, ...exchangeRates, ...ledgerOf(house, options)].map((job) => inOrder([job])),
    inOrder([
      hitMailsJob({ databases, masterKey: house.masterKey, clock, nudge: () => queues.mails.nudge() }),
      incidentMailsJob({ databases, masterKey: house.masterKey, clock, nudge: () => queues.mails.nudge() }),
      ...(collects(house)
        ? [settlementMailsJob, invoiceMailsJob].map((job) =>
            job({ databases, masterKey: house.masterKey, clock, nudge: () => queues.mails.nudge() }),
          )
        : []),
    ]),
    inOrder([auditTrailGapsJob(databases)]),
    inOrder(housekeepingJobs(databases, options.keptDays)),
    // A gateway may be slow, and a file long.
    inOrder([
      settlementFilesJob({ databases, gateways: house.gateways, onProblem: problemsOf(house, 'settlement files') }),
    ]),
    inOrder([
      settlementProofsJob({
        ...{ databases, clock: engine, onContradiction },
        onProblem: problemsOf(house, 'settlement proofs'),
      }),
    ]),
    startEngineJobs({
      databases,
      clock: engine,
      jobs: engineJobs(house, queues),
      onStep: (passed_ms) => passSandboxTime(databases, passed_ms),
      onError,
    }),
  ]
}

const collects = ({ modules }: House): boolean => modules.includes('collecting')

const onSetAside =
  ({ log }: House) =>
  (event: { id: number; reason: string }) =>
    log.error(event, 'an event is set aside (ledger_event_aside), the ledger lacks it')

function ledgerOf(house: House, { post_ms = 1_000, collectingSince }: BackgroundOptions): PeriodicJob[] {
  if (!collects(house)) return []
  return ledgerJobs(house.databases, house.clock, {
    post_ms,
    since: collectingSince ?? null,
    onSetAside: onSetAside(house),
    onDifference: (found) => house.log.error(found, 'the ledger is not what it should be: npm run ledger -- verify'),
  })
}

/** The jobs that time triggers, in the order in which they run at each step of a moved clock. */
function engineJobs(
  house: House,
  { worker, mails, reports }: Pick<Background, 'worker' | 'mails' | 'reports'>,
): EngineJob[] {
  const { databases, masterKey, clock: wall, outcomeWait_ms } = house
  return [
    // First, so that what a day brings is booked on days that are open; one-offs before their own day is closed.
    ...(collects(house)
      ? [
          oneOffsJob(databases),
          businessDaysJob(databases, onSetAside(house)),
          settlementsJob(databases),
          invoicesJob({ databases, masterKey }),
          reconciliationJob(databases),
          lateFilesJob({ databases, masterKey, wall, nudgeMail: mails.nudge }),
          // After the lines of files are decided.
          receiptsJob(databases),
          clientMoneyJob({ databases, masterKey, wall, nudge: () => mails.nudge() }),
        ]
      : []),
    chargebackRemindersJob({ databases, masterKey, wall, nudgeMail: mails.nudge }),
    scheduledTransactionsJob({ databases, doNow: worker.doNow }),
    expireDueLinks(databases),
    uncapturedJob({ databases, doNow: worker.doNow }),
    payersAwayJob(databases),
    billSubscriptions({
      databases,
      tell: { masterKey, wall },
      charge: ({ merchant, job }) => atMost(outcomeWait_ms, worker.doNow(merchant, job)),
    }),
    dueSchedulesJob({ databases, masterKey, nudge: { reports: reports.nudge, mails: mails.nudge } }),
    customerSegmentsJob(databases),
    ...(house.modules.includes('sap') ? [sapBatchesJob(databases)] : []),
  ]
}

function mailMaker({ databases, publicUrl, masterKey, engine }: House): MailMaker {
  const at = { databases, publicUrl, masterKey, clock: engine }
  return byTemplate(
    new Map([
      ['payment_link', makeLinkMail(at)],
      ['card_add_link', makeLinkMail(at)],
      ...paymentTemplates.map((template) => [template, paymentMails({ databases, publicUrl })] as const),
      ...scheduleTemplates.map((template) => [template, scheduleMails({ databases, publicUrl })] as const),
      ...bankAccountTemplates.map((template) => [template, bankAccountMails({ databases, publicUrl })] as const),
      ...payoutTemplates.map((template) => [template, payoutMails({ databases, publicUrl })] as const),
      [hitMail, makeHitMail(at)],
      [settlementMail, makeSettlementMail(at)],
      [invoiceMail, makeInvoiceMail(at)],
      [incidentMail, makeIncidentMail(at)],
      [lateFileMail, makeLateFileMail(at)],
      [shortfallMail, makeShortfallMail(at)],
      [updateMail, makeUpdateMail(at)],
      [payerMail, makePayerMail(at)],
      [switchedOffMail, makeSwitchedOffMail(at)],
    ]),
    accountMails({ databases, publicUrl }),
  )
}

const mailFrom = 'Kontor <kontor@localhost>'

const logProblem = (log: FastifyBaseLogger, error: unknown, work: string): void =>
  log.error({ err: error, work, ...aboutOf(error) }, `work in the background: ${work}`)
