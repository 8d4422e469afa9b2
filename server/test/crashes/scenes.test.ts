import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSandbox } from '../../../sandbox/src/app.ts'
import { amountRules } from '../../../sandbox/src/payments/behaviour/rules.ts'
import { readSettings as readSandboxSettings } from '../../../sandbox/src/settings.ts'
import { createDatabase } from '../../../sandbox/test/database.ts'
import { type Databases, openDatabases } from '../../src/platform/db/database.ts'
import { wrongReserves, wrongSteps } from '../books.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { connectAccount, credential, quickSandbox, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { makers } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import {
  beginPayments,
  comeBack,
  goOn,
  hurry,
  ourBooks,
  randomFrom,
  type Stage,
  theirBooks,
  underWay,
} from './scenes.ts'

const scenes = Number(process.env.KONTOR_TEST_SCENES ?? (isHeavy ? 10_000 : 150))
const kills = isHeavy ? 20 : 2
const rounds = isHeavy ? 3 : 2
// The draws are the same in every run, so that a failure can be seen again; the heavy run takes others each time.
const seed = Number(process.env.KONTOR_TEST_SEED ?? (isHeavy ? Date.now() % 1_000_000 : 1))
const quickServer = {
  KONTOR_OUTBOX_LEASE_MS: '1000',
  KONTOR_OUTBOX_POLL_MS: '50',
  KONTOR_GATEWAY_TIMEOUT_MS: '400',
}
/** Rules that never come to an end: their orders are tried for ever. */
const endless = [21, 41, 43]

let database: TestDatabase
let databases: Databases
let store: Awaited<ReturnType<typeof createDatabase>>
let sandbox: FastifyInstance
let sandboxUrl: string
let sandboxStore: pg.Client
let servers: ServerProcess[]
let stage: Stage

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
      // Whoever does not come back from his bank leaves his payment open on both sides.
      SANDBOX_ABANDON_AFTER_MS: String(2 * 3_600_000),
    }),
  )
  sandboxUrl = await sandbox.listen({ host: '127.0.0.1', port: 0 })
  sandboxStore = new pg.Client(store.url)
  await sandboxStore.connect()
  const make = makers(databases, { masterKey: database.masterKey, processorUrl: sandboxUrl, credential })
  const shop = await make.merchant()
  servers = [await startServerProcess(database, quickServer), await startServerProcess(database, quickServer)]
  await connectAccount(sandboxUrl, servers[0]?.url ?? '', shop.merchant)
  const rules = amountRules.filter(({ ending }) => !endless.includes(ending)).map(({ ending }) => 66_600 + ending)
  stage = { databases, shop, random: randomFrom(seed), amounts: [1_234, 99, ...rules] }
}, 60_000)
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await sandbox.close()
  await sandboxStore.end()
  await databases.close()
  await Promise.all([database.drop(), store.drop()])
})

it('whatever the processor does, and whenever an engine is killed, its books and ours agree or we say that they do not', {
  timeout: isHeavy ? 3_600_000 : 180_000,
}, async () => {
  const killing = killNowAndThen()
  await beginPayments(stage, scenes)
  await quiet()
  await killing
  const killingAgain = killNowAndThen()
  await comeBack(stage, () => servers[Math.floor(Math.random() * servers.length)]?.url ?? '')
  await killingAgain
  for (let step = 0; step < rounds; step += 1) {
    await quiet()
    await goOn(stage)
  }
  await quiet()

  const ours = await ourBooks(databases.provider, stage.shop.merchant)
  const { books, twice } = await theirBooks(sandboxUrl, credential.api_key)
  const wrong = ours.filter(({ id, taken, given_back, flag }) => {
    const theirs = books.get(id) ?? { taken: 0, given_back: 0 }
    return flag === null && (theirs.taken !== taken || theirs.given_back !== given_back)
  })
  expect({ seed, wrong: wrong.map((one) => ({ ...one, theirs: books.get(one.id) })), twice }).toEqual({
    seed,
    wrong: [],
    twice: [],
  })
  expect(await wrongReserves(databases.provider, stage.shop.merchant)).toEqual([])
  expect(await wrongSteps(databases.provider, stage.shop.merchant)).toEqual([])
  expect(ours).toHaveLength(scenes)
  const { resumed } = await databases.provider
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('resumed'))
    .where('merchant_id', '=', stage.shop.merchant)
    .where('topic', '=', 'processor.resume')
    .executeTakeFirstOrThrow()
  expect(resumed).toBeGreaterThan(scenes / 20)
  const flags = Object.groupBy(ours, ({ flag }) => flag ?? 'same books')
  console.log(
    `${scenes} scenes under ${kills} kills:`,
    Object.fromEntries(Object.entries(flags).map(([flag, all]) => [flag, all?.length])),
  )
})

async function killNowAndThen() {
  for (let kill = 0; kill < kills; kill += 1) {
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
      () => underWay(stage, sandboxStore),
      (left) => left === 0,
      isHeavy ? 1_800_000 : 60_000,
    )
  }
}
