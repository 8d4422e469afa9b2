import { randomUUID } from 'node:crypto'
import { Refusal } from '@kontor/contract/refusal'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiveNotification } from '../src/engine/notifications/receive-notification.ts'
import { captureTransaction } from '../src/payments/capture-transaction.ts'
import { createTransaction } from '../src/payments/create-transaction.ts'
import { refundTransaction } from '../src/payments/refund-transaction.ts'
import { voidTransaction } from '../src/payments/void-transaction.ts'
import { type Actor, engineActor } from '../src/platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases, type Trx } from '../src/platform/db/database.ts'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from './books.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { credential } from './harness.ts'
import { isHeavy } from './heavy.ts'
import { type MadeMerchant, type Make, makers } from './make.ts'

/**
 * Random commands in random order on one payment, with a processor that reports anything in any order, true or not.
 * Money must neither appear nor disappear. There is no network: the commands write intents, and notifications are the
 * outcomes.
 */
const runs = Number(process.env.KONTOR_TEST_MODEL_RUNS ?? (isHeavy ? 300 : 80))
const amount = 1_000

let database: TestDatabase
let databases: Databases
let make: Make

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
  make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:9', credential })
})
afterAll(async () => {
  await databases.close()
  await database.drop()
})

/** A request to the processor, as the test remembers it. */
interface Asked {
  kind: 'payment' | 'capture' | 'void' | 'refund'
  reference: string
  amount: number
}

interface World {
  shop: MadeMerchant
  actor: Actor
  transaction: string
  asked: Asked[]
}

/** Runs a command. A refusal is a valid answer; any other error is a defect. */
async function ask(world: World, run: (trx: Trx) => Promise<Asked>): Promise<void> {
  try {
    world.asked.push(await inTransaction(databases, world.actor, run))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function notify({ shop }: World, type: string, data: object): Promise<void> {
  const id = `ntf_${randomUUID()}`
  const now = new Date()
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data: { currency_code: 'EUR', ...data } })
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(credential.notification_secret).sign(id, now, body),
  }
  const gateways = { masterKey: database.masterKey, publicUrl: 'https://kontor.example', timeout_ms: 1_000 }
  // What could not be applied would otherwise be kept, and worked later.
  const onError = (error: unknown) => {
    throw error
  }
  const receiving = { databases, gateways, pause_ms: 1_000, onError }
  await receiveNotification(receiving, { merchant: shop.merchant }, { headers, body }, now)
}

const saidOf = {
  payment: [
    'AUTHORIZED',
    'PENDING',
    'DECLINED',
    'FAILED',
    'ABANDONED',
    'CANCELLED',
    'SETTLEMENT_REQUESTED',
    'SETTLEMENT_COMPLETED',
    'AUTHORIZATION_VOIDED',
  ],
  capture: ['PENDING', 'SETTLEMENT_REQUESTED', 'SETTLEMENT_COMPLETED', 'FAILED'],
  void: ['PENDING', 'AUTHORIZATION_VOIDED', 'FAILED'],
  refund: ['PENDING', 'PROCESSED', 'FAILED'],
}

type Step =
  | { do: 'capture' | 'refund'; amount: number }
  | { do: 'void' }
  | { do: 'hear'; which: number; what: number }
  | { do: 'charge back'; status: 'OPEN' | 'IN_DISPUTE' | 'WON' | 'LOST' | 'CANCELLED'; which: number }

const anyAmount = fc.integer({ min: 1, max: amount + 100 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), amount: anyAmount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refund' as const), amount: anyAmount }) },
  { weight: 1, arbitrary: fc.constant({ do: 'void' as const }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('hear' as const), which: fc.nat(), what: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('charge back' as const),
      status: fc.constantFrom('OPEN', 'IN_DISPUTE', 'WON', 'LOST', 'CANCELLED'),
      which: fc.nat({ max: 1 }),
    }),
  },
)

async function take(world: World, step: Step): Promise<void> {
  const { actor, transaction, asked } = world
  const now = new Date()
  switch (step.do) {
    case 'capture':
      return ask(world, async (trx) => {
        const { job } = await captureTransaction(trx, actor, transaction, { amount: step.amount }, now)
        return { kind: 'capture', reference: job, amount: step.amount }
      })
    case 'void':
      return ask(world, async (trx) => {
        const { job } = await voidTransaction(trx, actor, transaction, now)
        return { kind: 'void', reference: job, amount }
      })
    case 'refund':
      return ask(world, async (trx) => {
        const { refund } = await refundTransaction(trx, actor, transaction, { amount: step.amount }, now)
        return { kind: 'refund', reference: refund, amount: step.amount }
      })
    case 'hear': {
      // The newest request is chosen most often: payments that end at once would leave little to try.
      const about = asked[asked.length - 1 - (step.which % asked.length)] as Asked
      const said = saidOf[about.kind]
      const status = said[step.what % said.length]
      const payment_id = `pay_${transaction}`
      const id = about.kind === 'payment' ? payment_id : about.reference
      return notify(world, about.kind === 'refund' ? 'refund' : 'payment', {
        ...about,
        id,
        payment_id,
        status,
        reason: 'because',
      })
    }
    case 'charge back':
      return notify(world, 'chargeback', {
        id: `chb_${transaction}_${step.which}`,
        payment_id: 'p',
        reference: transaction,
        amount,
        reason: 'fraud',
        reason_code: '10.4',
        status: step.status,
      })
  }
}

async function begin(shop: MadeMerchant, capture: boolean): Promise<World> {
  const actor = { ...engineActor(shop.merchant, 'system'), kind: 'system' as const }
  const input = {
    payment_profile: shop.profile,
    amount,
    payment_product: 'card' as const,
    merchant_reference: 'model',
    card_token: 'test_visa',
    capture,
    asked: { by: 'shop' as const },
  }
  const { transaction } = await inTransaction(databases, actor, (trx) =>
    createTransaction(trx, actor, input, new Date()),
  )
  const world: World = { shop, actor, transaction, asked: [{ kind: 'payment', reference: transaction, amount }] }
  // Half of the payments start in a status with possible steps.
  if (!capture) await take(world, { do: 'hear', which: 0, what: 0 })
  return world
}

async function expectSoundBooks(merchant: string): Promise<void> {
  const db = databases.provider
  const [reserves, attempts, steps, sums] = await Promise.all([
    wrongReserves(db, merchant),
    wrongAttempts(db, merchant),
    wrongSteps(db, merchant),
    wrongSums(db, merchant),
  ])
  expect({ reserves, attempts, steps, sums }).toEqual({ reserves: [], attempts: [], steps: [], sums: [] })
}

it('whatever happens to a payment in whatever order, its books are sound after every step', {
  timeout: 180_000,
}, async () => {
  const reached = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 20, maxLength: 40 }), async (capture, steps) => {
      const world = await begin(await make.merchant(), capture)
      for (const one of steps) {
        await take(world, one)
        await expectSoundBooks(world.shop.merchant)
      }
      const { status } = await databases.provider
        .selectFrom('transaction')
        .select('status')
        .where('id', '=', world.transaction)
        .executeTakeFirstOrThrow()
      reached.add(status)
      for (const { kind } of world.asked) reached.add(kind)
    }),
    { numRuns: runs, endOnFailure: false },
  )
  // Runs that never reach these places would prove nothing.
  for (const place of ['capture', 'void', 'refund', 'SETTLEMENT_COMPLETED', 'AUTHORIZATION_VOIDED', 'DECLINED']) {
    expect(reached).toContain(place)
  }
})
