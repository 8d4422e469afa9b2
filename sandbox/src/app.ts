import Fastify, { type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { accountRoutes } from './accounts.ts'
import { bookRoutes } from './books.ts'
import { clockRoutes } from './clock.ts'
import { createTables, openDatabase } from './database.ts'
import { exchangeRateRoutes } from './exchange-rates.ts'
import { sendDueNotification } from './notifier.ts'
import { authenticationPage } from './pages/authentication.page.ts'
import { cardFieldPage } from './pages/card-field.page.ts'
import { documentationPage } from './pages/documentation.page.ts'
import { shopPage } from './pages/shop.page.ts'
import { payeeRoutes } from './payees.ts'
import { answerRoutes } from './payments/answers.routes.ts'
import { cancelRoutes } from './payments/cancels.routes.ts'
import { chargebackRoutes } from './payments/chargebacks.ts'
import { makeDueChange } from './payments/due/due-changes.ts'
import { findDueWork } from './payments/due/due-work.ts'
import { type Lanes, runLanes } from './payments/due/lanes.ts'
import { listRoutes } from './payments/list.routes.ts'
import { operationRoutes } from './payments/operations.routes.ts'
import { Refused } from './payments/refused.ts'
import { resumeRoutes } from './payments/resumes.routes.ts'
import { revocationRoutes } from './payments/revocations.routes.ts'
import { scoreRoutes } from './score.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { settlementRoutes } from './settlements.ts'

const NOTIFICATION_LANES = 4
const drain_ms = 5_000

/** The whole sandbox, ready to listen. `close` stops it gracefully. */
export async function buildSandbox(settings: Settings): Promise<FastifyInstance> {
  const db = openDatabase(settings.database_url)
  await createTables(db)
  const app = Fastify({ routerOptions: { maxParamLength: 250 } })
  const stop = new AbortController()
  let origin = ''
  app.addHook('onListen', async () => {
    // The origin is kept, because work that is still under way while the sandbox closes asks for it too.
    origin = app.listeningOrigin
  })
  const publicUrl = () => settings.public_url ?? (origin || app.listeningOrigin)
  const services: Services = { db, settings, publicUrl, underWay: new Set(), stopping: stop.signal }

  app.setErrorHandler(answerError)
  // The buttons of a page are forms, most of them without fields.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.get('/healthz', async () => {
    await db.query('select')
    return { status: 'ok' }
  })
  documentationPage(app, services)
  authenticationPage(app, services)
  cardFieldPage(app, services)
  accountRoutes(app, services)
  operationRoutes(app, services)
  listRoutes(app, services)
  revocationRoutes(app, services)
  chargebackRoutes(app, services)
  answerRoutes(app, services)
  cancelRoutes(app, services)
  resumeRoutes(app, services)
  bookRoutes(app, services)
  settlementRoutes(app, services)
  clockRoutes(app, services)
  exchangeRateRoutes(app)
  shopPage(app, services)
  scoreRoutes(app)
  payeeRoutes(app, stop.signal)

  runWhileListening(app, services, stop)
  return app
}

function runWhileListening(app: FastifyInstance, services: Services, stop: AbortController) {
  const { db, settings, stopping } = services
  let lanes: Lanes | undefined
  app.addHook('onListen', async () => {
    const kinds = {
      change: { lanes: 1, perform: () => makeDueChange(services) },
      notification: { lanes: NOTIFICATION_LANES, perform: () => sendDueNotification(services) },
    }
    lanes = runLanes(kinds, () => findDueWork(db), { poll_ms: settings.poll_ms, stopping })
  })
  // Only requests bring new work.
  app.addHook('onResponse', async () => lanes?.wake())
  app.addHook('preClose', async () => {
    stop.abort()
    // The sandbox cannot close while a slow or never used connection is open: after a short wait all are closed.
    setTimeout(() => app.server.closeAllConnections(), drain_ms).unref()
  })
  // The sandbox cannot close while a connection stays open after this reply.
  app.addHook('onSend', async (_request, reply) => {
    if (stopping.aborted) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => {
    await lanes?.ended
    await db.end()
  })
}

function answerError(
  error: unknown,
  _request: unknown,
  reply: { code: (status: number) => { send: (body: object) => unknown } },
) {
  if (error instanceof Refused) return reply.code(error.status).send({ code: error.code, message: error.message })
  if (error instanceof ZodError) {
    const issues = error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
    return reply.code(400).send({ code: 'invalid_request', message: issues.join('; ') })
  }
  const status = statusOf(error)
  if (status < 500) return reply.code(status).send({ code: 'invalid_request', message: String(error) })
  console.error('sandbox:', error)
  return reply.code(500).send({ code: 'internal_error', message: 'Something broke' })
}

/** Errors of Fastify itself (a body that is not JSON, or is too large) carry their own status. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500
  return typeof error.statusCode === 'number' ? error.statusCode : 500
}
