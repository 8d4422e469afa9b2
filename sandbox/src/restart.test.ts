import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../test/database.ts'
import { callsTo, followUp, laterApiKey, payment, putAccount } from '../test/harness.ts'
import { startReceiver } from '../test/receiver.ts'
import { until } from '../test/until.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
const running = new Set<ChildProcess>()

beforeAll(async () => {
  database = await createDatabase()
  receiver = await startReceiver()
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await receiver.stop()
  await database.drop()
})

async function startProcess() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SANDBOX_DATABASE_URL: database.url,
      SANDBOX_PORT: '0',
      SANDBOX_SETTLE_AFTER_MS: '200',
      SANDBOX_POLL_MS: '10',
      SANDBOX_NOTIFY_RETRY_MS: '50',
      SANDBOX_NOTIFY_TIMEOUT_MS: '500',
    },
  })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  const [line] = await once(createInterface(child.stdout), 'line')
  const url = String(line).replace('sandbox listening on ', '')
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { url, end, ...callsTo(url) }
}

it('keeps what is pending, and does it after a kill and a restart', async () => {
  const first = await startProcess()
  await putAccount(first.url, receiver.url)
  receiver.statusFor = () => 503
  const bodies = Array.from({ length: 10 }, () => payment())
  const answers = await Promise.all(bodies.map((body) => first.post('/v1/payments', body)))
  await first.end('SIGKILL')

  receiver.statusFor = () => 204
  const second = await startProcess()
  for (const { reference } of bodies) await receiver.untilStatus(reference, 'SETTLEMENT_REQUESTED')
  for (const { reference } of bodies) await receiver.untilStatus(reference, 'SETTLEMENT_COMPLETED')
  expect(await Promise.all(bodies.map((body) => second.post('/v1/payments', body)))).toEqual(answers)
  await second.end('SIGKILL')
})

it('does everything that it was asked exactly once, however often it is killed', async () => {
  const bodies = Array.from({ length: 60 }, () => payment({ capture: true }))
  let sandbox = await startProcess()
  for (let kill = 0; kill < 3; kill++) {
    const some = bodies.slice(kill * 20, kill * 20 + 20)
    const asking = Promise.allSettled(some.map((body) => sandbox.post('/v1/payments', body)))
    await until(async () => (await asked(sandbox, some)) > 3 || undefined)
    await sandbox.end('SIGKILL')
    await asking
    sandbox = await startProcess()
    await Promise.all(some.map((body) => sandbox.post('/v1/payments', body)))
  }
  for (const { reference } of bodies) await receiver.untilStatus(reference, 'SETTLEMENT_COMPLETED')
  for (const { reference } of bodies) {
    // A notification under way at the kill may come twice and late, but with the same id.
    await receiver.untilStatus(reference, 'SETTLEMENT_REQUESTED')
    expect(new Set(receiver.of(reference).map((news) => news.id)).size).toBe(2)
    expect(new Set(receiver.of(reference).map((news) => news.data.id)).size).toBe(1)
  }
  await sandbox.end('SIGKILL')
})

it('makes the changes that were due in a store from when they belonged to references', async () => {
  const first = await startProcess()
  await putAccount(first.url, receiver.url)
  const { id } = await first.pay({ capture: false })
  const asked = followUp()
  await first.post(`/v1/payments/${id}/capture`, asked)
  await first.end('SIGKILL')
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`
    alter table due_change add column reference text;
    update due_change set reference = (select reference from operation o where (o.account, o.id) = (due_change.account, operation_id));
    alter table due_change drop column operation_id;
    drop index operation_reference;
    alter table operation drop column is_key_over, drop column key_ends_at, add primary key (account, reference);
    alter table due_change add foreign key (account, reference) references operation`)
  await client.end()
  const second = await startProcess()
  await receiver.untilStatus(asked.reference, 'SETTLEMENT_COMPLETED')
  // A reference can begin two operations now.
  await putAccount(second.url, receiver.url, laterApiKey)
  const later = callsTo(second.url, laterApiKey)
  const body = payment()
  const before = await later.post('/v1/payments', body)
  await later.letPass(3_600_000)
  const after = await later.post('/v1/payments', body)
  expect([before.http, after.http, after.id === before.id]).toEqual([200, 200, false])
  await putAccount(second.url, receiver.url)
  await second.end('SIGKILL')
})

it('stops when it is asked to, also while a reply is held back', async () => {
  const sandbox = await startProcess()
  const body = payment({ amount: 66_610 })
  const held = sandbox.post('/v1/payments', body).catch(() => 'cut off')
  await until(async () => (await sandbox.lookUp(body.reference)).http === 200 || undefined)
  const [code] = await sandbox.end('SIGTERM')
  expect(code).toBe(0)
  expect(await held).toBe('cut off')
})

it('finishes what is under way before it stops', async () => {
  const sandbox = await startProcess()
  const bodies = Array.from({ length: 30 }, () => payment())
  const asking = Promise.allSettled(bodies.map((body) => sandbox.post('/v1/payments', body)))
  await until(async () => (await asked(sandbox, bodies)) > 0 || undefined)
  const [code] = await sandbox.end('SIGTERM')
  expect(code).toBe(0)
  const answered = (await asking).filter((one) => one.status === 'fulfilled')
  // 503: the request came when the sandbox was already closing.
  expect(answered.every((one) => one.value.http === 200 || one.value.http === 503)).toBe(true)
  expect(answered.length).toBeGreaterThan(0)
})

async function asked(
  sandbox: { lookUp: (reference: string) => Promise<{ http: number }> },
  bodies: { reference: string }[],
) {
  const found = await Promise.allSettled(bodies.map((body) => sandbox.lookUp(body.reference)))
  return found.filter((one) => one.status === 'fulfilled' && one.value.http === 200).length
}
