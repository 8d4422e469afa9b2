import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { amountRules } from '../../../sandbox/src/payments/behaviour/rules.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { gateways } from '../../src/processors/gateways.ts'
import { wrongReserves, wrongSteps } from '../books.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { connectAccount, credential, quickSandbox, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { type LossyProcessor, startLossyProcessor } from '../lossy-processor.ts'
import { makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { openLatePost } from './late-post.ts'
import {
  beginPayments,
  comeBack,
  goOn,
  hurry,
  ourBooks,
  type Random,
  randomFrom,
  type Stage,
  theirBooks,
  underWay,
} from './scenes.ts'
import { toldLaterGateway } from './told-later.ts'

const scenes = Number(process.env.KONTOR_TEST_SCENES ?? (isHeavy ? 10_000 : 120))
/** Half of them while payments begin, and half while payers come back. */
const kills = Number(process.env.KONTOR_TEST_KILLS ?? (isHeavy ? 20 : 2))
const rounds = isHeavy ? 3 : 2
// The draws are the same in every run, so that a failure can be seen again; the heavy run takes others each time.
const seed = Number(process.env.KONTOR_TEST_SEED ?? (isHeavy ? Date.now() % 1_000_000 : 1))
const quickServer = {
  // Of ten thousand orders that are due at once, most would run out of time in the short form, and be tried again and again.
  ...(isHeavy
    ? { KONTOR_OUTBOX_LEASE_MS: '5000', KONTOR_GATEWAY_TIMEOUT_MS: '2000', KONTOR_OUTBOX_PER_MERCHANT: '6' }
    : { KONTOR_OUTBOX_LEASE_MS: '1000', KONTOR_GATEWAY_TIMEOUT_MS: '400' }),
  KONTOR_OUTBOX_POLL_MS: '100',
  NODE_OPTIONS: `--import=${new URL('./with-told-later.ts', import.meta.url).href}`,
}
/** A start takes long beside thousands of payments. */
const patience_ms = 300_000
/** An account that is told later. */
const later = {
  ...credential,
  api_key: 'later_api_key_of_the_scenes',
  notification_secret: 'whsec_bGF0ZXIgbGF0ZXIgbGF0ZXI=',
}
/** Rules that never come to an end: their orders are tried for ever. */
const endless = [21, 41, 43]

let database: TestDatabase
let databases: Databases
let store: Awaited<ReturnType<typeof createDatabase>>
let sandbox: FastifyInstance
let sandboxUrl: string
let sandboxStore: pg.Client
let line: LossyProcessor
let post: Awaited<ReturnType<typeof openLatePost>>
let servers: ServerProcess[]
let stage: Stage
/** A second try of the test begins more scenes beside those of the first one. */
let begun = 0

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  store = await createDatabase()
  sandbox = await buildSandbox(
    readSandboxSettings({
      ...quickSandbox,
      SANDBOX_DATABASE_URL: store.url,
      SANDBOX_LATE_SUCCESS_AFTER_MS: '300',
      SANDBOX_UNDO_AFTER_MS: '300',
      SANDBOX_NOTIFY_ATTEMPTS: '1000',
      // Longer than its gateway promises, as there may be a pause between the decision to send again and the arrival.
      SANDBOX_KEY_LIFE_MS: isHeavy ? '60000' : '8000',
      // Whoever does not come back from his bank leaves his payment open on both sides.
      SANDBOX_ABANDON_AFTER_MS: String(2 * 3_600_000),
    }),
  )
  sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  sandboxStore = new pg.Client(store.url)
  await sandboxStore.connect()
  const make = makers(databases, { masterKey: database.masterKey, processorUrl: sandboxUrl, credential })
  const shop = await make.merchant()
  gateways.push(toldLaterGateway)
  const random = randomFrom(seed)
  line = await startLossyProcessor(sandboxUrl)
  line.drawn(fateFrom(randomFrom(seed + 1)))
  const blind = await make.processor(shop.merchant, { gateway: 'told_later', url: line.url, credential: later })
  const profiles = [shop.profile, await make.profile(shop.merchant, { processors: [blind] })]
  const start = () => startServerProcess(database, quickServer, { patience_ms })
  servers = await Promise.all([start(), start()])
  post = await openLatePost(anyServer, { isLate: () => Math.random() < 0.7, late_ms: 1_200 })
  await connectAccount(sandboxUrl, servers[0]?.url ?? '', shop.merchant)
  await connectAccount(sandboxUrl, post.url, shop.merchant, { name: 'later', credential: later })
  const rules = amountRules.filter(({ ending }) => !endless.includes(ending)).map(({ ending }) => 66_600 + ending)
  stage = { databases, shop, profiles, random, amounts: [1_234, 99, ...rules] }
}, 2 * patience_ms)
afterAll(async () => {
  gateways.splice(0, gateways.length, ...gateways.filter((each) => each !== toldLaterGateway))
  await Promise.all(servers.map((server) => server.kill()))
  post.close()
  await line.stop()
  await sandbox.close()
  await sandboxStore.end()
  await databases.close()
  await Promise.all([database.drop(), store.drop()])
})

const anyServer = () => servers[Math.floor(Math.random() * servers.length)]?.url ?? ''

/** The shares of what is lost or not begun. Payments and what payers bring back are sent once, so that many get parked. */
const shares: Record<string, number> = { '/v1/payments': 0.5, '/v1/resumes': 0.8 }
const fateFrom = (random: Random) => (path: string) => {
  const chance = random() / (shares[path] ?? 0.15)
  return chance < 0.6 ? 'lost_after' : chance < 0.8 ? 'lost_before' : chance < 1 ? 'not_begun' : 'passes'
}

it('whatever the processor does, and whenever an engine is killed, its books and ours agree or we say that they do not', {
  timeout: isHeavy ? 4 * 3_600_000 : 180_000,
  // A second try would find the rows of the first.
  retry: 0,
}, async () => {
  begun += scenes
  await Promise.all([killNowAndThen(Math.ceil(kills / 2)), beginPayments(stage, scenes).then(quiet)])
  await Promise.all([killNowAndThen(Math.floor(kills / 2)), comeBack(stage, anyServer)])
  for (let step = 0; step < rounds; step += 1) {
    await quiet()
    await goOn(stage)
  }
  await quiet()

  const ours = await ourBooks(databases.provider, stage.shop.merchant)
  const theirs = await theirBooks(sandboxUrl, [credential.api_key, later.api_key])
  const wrong = ours
    .map(({ flag, status, id, ...books }) => ({ id, flag, status, books, theirs: theirs.of(id) }))
    .filter(({ flag, books, theirs }) => flag === null && !isDeepStrictEqual(books, theirs))
  expect({ seed, wrong, twice: theirs.twice }).toEqual({ seed, wrong: [], twice: [] })
  expect(await wrongReserves(databases.provider, stage.shop.merchant)).toEqual([])
  expect(await wrongSteps(databases.provider, stage.shop.merchant)).toEqual([])
  expect(ours).toHaveLength(begun)
  const seen = await whatHappened()
  const flags = Object.groupBy(ours, ({ flag }) => flag ?? 'same books')
  console.log(`${scenes} scenes under ${kills} kills:`, {
    ...Object.fromEntries(Object.entries(flags).map(([flag, all]) => [flag, all?.length])),
    ...seen,
  })
  const share = (flag: string) => (flags[flag]?.length ?? 0) / ours.length
  // Scenes of which many end in doubt would prove little, and scenes of which none does would not have played what is doubtful.
  expect(share('same books')).toBeGreaterThan(isHeavy ? 0.65 : 0.6)
  expect(share('contradiction')).toBeGreaterThan(isHeavy ? 0.1 : 0)
  expect(share('parked')).toBeGreaterThan(isHeavy ? 0.05 : 0)
  // Scenes in which these never happen would prove nothing.
  expect(seen.resumed).toBeGreaterThan(scenes / 20)
  // A few scenes may have none, and how many are cancelled depends on what comes first: the reply, the news or a killed engine.
  if (isHeavy) expect(seen.resumptions_parked).toBeGreaterThan(scenes / 200)
  expect(seen.cancelled_by_reference).toBeGreaterThan(isHeavy ? scenes / 50 : 0)
})

async function whatHappened() {
  const { rows } = await sql<Record<'resumed' | 'resumptions_parked' | 'cancelled_by_reference', number>>`
    select count(*) filter (where topic = 'processor.resume')::int as resumed,
      count(*) filter (where topic = 'processor.resume' and parked_why is not null)::int as resumptions_parked,
      count(*) filter (where topic = 'processor.cancel_reference' and t.status_reason = 'cancelled_by_reference')::int
        as cancelled_by_reference
    from outbox join transaction t on (t.merchant_id, t.created_at, t.id) =
      (outbox.merchant_id, outbox.transaction_created_at, outbox.transaction_id)
    where outbox.merchant_id = ${stage.shop.merchant}`.execute(databases.provider)
  return rows[0] ?? { resumed: 0, resumptions_parked: 0, cancelled_by_reference: 0 }
}

async function killNowAndThen(count: number) {
  for (let kill = 0; kill < count; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500 + Math.random() * 1_500))
    const server = servers[kill % servers.length]
    await server?.kill()
    await server?.start()
  }
}

/** Waits until neither side does anything by itself, and no open order learns anything from another try. */
async function quiet() {
  for (let tries = 0; tries < 4; tries += 1) {
    await hurry(stage)
    await until(
      async () => {
        // Each look counts thousands of rows.
        if (isHeavy) await new Promise((resolve) => setTimeout(resolve, 500))
        return underWay(stage, sandboxStore)
      },
      (left) => left === 0,
      isHeavy ? 2 * 3_600_000 : 60_000,
    )
  }
}
