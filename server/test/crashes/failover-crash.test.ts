import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../books.ts'
import { connectAccount } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import type { MadeMerchant } from '../make.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { openCrowd } from '../signing-in/crowd.ts'
import { openFailingProcessor } from './failing-processor.ts'
import { type Lasting, openLasting, quickServer } from './lasting.ts'
import { settledAfterOutages } from './settled.ts'

const payments = isHeavy ? 1_000 : 60
const kills = isHeavy ? 20 : 2
/** A start takes long beside a thousand payments. */
const patience_ms = isHeavy ? 300_000 : 60_000
const callers = 8

let lasting: Lasting
let failing: Awaited<ReturnType<typeof openFailingProcessor>>
let server: ServerProcess
let shop: MadeMerchant
let profile: string
let crowd: ReturnType<typeof openCrowd>
/** By its processor's id, the account at the sandbox. */
const accounts = new Map<string, string>()

beforeAll(async () => {
  lasting = await openLasting()
  const { sandboxUrl } = lasting
  failing = await openFailingProcessor(sandboxUrl)
  server = await startServerProcess(lasting.database, quickServer, { patience_ms })
  const make = lasting.makersAt(sandboxUrl)
  shop = await make.merchant()
  const account = async (name: string, url: string) => {
    const secret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`
    const own = { name, credential: { api_key: `key-of-${name}-${randomUUID()}`, notification_secret: secret } }
    await connectAccount(sandboxUrl, server.url, shop.merchant, own)
    const processor = await make.processor(shop.merchant, { url, credential: own.credential })
    accounts.set(processor, name)
    return processor
  }
  const processors = [await account('first', failing.url), await account('second', sandboxUrl)]
  profile = await make.profile(shop.merchant, { processors, failover: true })
  crowd = openCrowd(server.url, await make.apiKey(shop.merchant))
}, 2 * patience_ms)
afterAll(async () => {
  crowd.close()
  await server.kill()
  failing.close()
  await lasting.close()
})

/** Callers that pay without pause until all are paid. A call that the server was killed in is repeated with its key. */
function startPayments() {
  const acknowledged: string[] = []
  const unexpected: string[] = []
  let next = 0
  const pay = async (number: number) => {
    const order = {
      ...{ payment_profile: profile, amount: 1_000 + number, payment_product: 'card', card_token: 'test_visa' },
      merchant_reference: `Order ${number}`,
    }
    const headers = { prefer: 'respond-async', 'idempotency-key': `key-${number}` }
    for (;;) {
      const answer = await crowd.post('/v1/transaction', order, headers).catch(() => undefined)
      if (answer?.status === 201) return acknowledged.push(JSON.parse(answer.body).id)
      const isAskedAgain = !answer || answer.status === 503 || answer.body.includes('idempotency_key_in_use')
      if (!isAskedAgain) return unexpected.push(answer.body)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const call = async () => {
    while (next < payments) {
      next += 1
      await pay(next)
    }
  }
  const all = Promise.all(Array.from({ length: callers }, call))
  return { acknowledged, unexpected, all }
}

const ours = () =>
  lasting.databases.provider
    .selectFrom('transaction')
    .select(['id', 'status', 'processor_id'])
    .where('merchant_id', '=', shop.merchant)
    .execute()
const underWay = ['INITIATED', 'PENDING', 'UNKNOWN', 'AUTHORIZED', 'SETTLEMENT_REQUESTED']

/** What the sandbox holds or took for each payment of ours, under the references of its attempts. */
async function takenAtSandbox(): Promise<Map<string, string[]>> {
  const { rows } = await lasting.books.query<{ reference: string; account: string }>(
    `select reference, account from payment where status in ('AUTHORIZED', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED')`,
  )
  const attempts = await lasting.databases.provider
    .selectFrom('payment_attempt')
    .select(['id', 'transaction_id'])
    .where('merchant_id', '=', shop.merchant)
    .execute()
  const paymentOf = new Map(attempts.map(({ id, transaction_id }) => [id, transaction_id]))
  const taken = new Map<string, string[]>()
  for (const { reference, account } of rows) {
    const payment = paymentOf.get(reference) ?? `unknown ${reference}`
    taken.set(payment, [...(taken.get(payment) ?? []), account])
  }
  return taken
}

it('a processor that fails in every way, and kills at any moment: no payment is charged twice, and none is lost', {
  timeout: isHeavy ? 2_400_000 : 180_000,
}, async () => {
  const stream = startPayments()
  for (let kill = 0; kill < kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 1_000))
    await server.kill()
    await server.start()
  }
  await stream.all
  expect(stream.unexpected).toEqual([])
  failing.heal()
  const rows = await settledAfterOutages(
    { provider: lasting.databases.provider, merchant: shop.merchant, sandbox: lasting.books },
    ours,
    (all) => all.every(({ status }) => !underWay.includes(status)),
    isHeavy ? 300_000 : 90_000,
  )
  expect(new Set(stream.acknowledged)).toEqual(new Set(rows.map(({ id }) => id)))
  expect(rows).toHaveLength(payments)
  const taken = await takenAtSandbox()
  const expected = rows.flatMap(({ id, status, processor_id }): [string, string[]][] =>
    status === 'SETTLEMENT_COMPLETED' ? [[id, [accounts.get(processor_id ?? '') ?? '']]] : [],
  )
  // Charged once each, where we say, and nothing besides.
  expect(new Map([...taken].sort())).toEqual(new Map(expected.sort()))
  const second = rows.filter(({ processor_id }) => accounts.get(processor_id ?? '') === 'second').length
  const ends = Object.groupBy(rows, ({ status }) => status)
  const said = Object.entries(ends).map(([status, all]) => `${all?.length} ${status}`)
  expect(second).toBeGreaterThan(payments / 10)
  for (const wrong of [wrongSums, wrongSteps, wrongAttempts, wrongReserves])
    expect(await wrong(lasting.databases.provider, shop.merchant)).toEqual([])
  console.log(`${payments} payments under ${kills} kills: ${said.join(', ')}; ${second} went on`, failing.met())
})
