import { Refusal } from '@kontor/contract/refusal'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processorJobs } from '../../src/engine/asking/perform-processor-job.ts'
import { startNotificationWorker } from '../../src/engine/notifications/notification-worker.ts'
import { receiveNotification } from '../../src/engine/notifications/receive-notification.ts'
import { claimOne } from '../../src/engine/outbox/outbox.ts'
import { receiveReturn } from '../../src/engine/returns/receive-return.ts'
import { captureTransaction } from '../../src/payments/capture-transaction.ts'
import { createTransaction } from '../../src/payments/create-transaction.ts'
import { refundTransaction } from '../../src/payments/refund-transaction.ts'
import { voidTransaction } from '../../src/payments/void-transaction.ts'
import { type Actor, engineActor } from '../../src/platform/db/actor.ts'
import { type Databases, inTransaction, openDatabases, type Trx } from '../../src/platform/db/database.ts'
import { OutcomeUnknown, type RawNotification } from '../../src/processors/gateway.ts'
import { gateways } from '../../src/processors/gateways.ts'
import { wrongAttempts, wrongReserves, wrongSteps, wrongSums } from '../books.ts'
import { ourBooks } from '../crashes/scenes.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { credential, noMiddleware, until } from '../harness.ts'
import { isHeavy } from '../heavy.ts'
import { makers } from '../make.ts'
import { type Entry, type Scene, scenes } from './fake-gateway.ts'
import { adyenPlayer, type Fate, isByItself, molliePlayer, type News, type Player, stripePlayer } from './players.ts'

/**
 * Random scenes between the engine and the fake of each gateway: replies that are lost before or after the work, are slow or
 * useless, outcomes that are told late, twice, in any order or never were, and time that goes by. At the end the gateway's books
 * and ours agree, or Kontor says that it does not know or that the gateway contradicts it; and nothing was ordered twice.
 */
const runs = Number(process.env.KONTOR_TEST_GATEWAY_RUNS ?? (isHeavy ? 2_000 : 8))
const seed = process.env.KONTOR_TEST_SEED ?? (isHeavy ? undefined : '1')

let database: TestDatabase
let databases: Databases
const known = [...gateways]
const players: Player[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  databases = openDatabases(database, () => {})
})
afterAll(async () => {
  gateways.splice(0, gateways.length, ...known)
  await Promise.all(players.map(({ fake }) => fake.stop()))
  await databases.close()
  await database.drop()
})

type Played = Exclude<Scene, 'wrong_key'>
type Step =
  | { do: 'pay'; capture: boolean; scene: Played; amount: number }
  | { do: 'capture' | 'refund'; which: number; amount: number; scene: Played }
  | { do: 'void'; which: number; scene: Played }
  | { do: 'try'; scene: Played; atOnce: boolean }
  | { do: 'come back'; which: number; with: 'what he got' | 'nothing of use' }
  | { do: 'decide'; which: number; fate: Fate }
  | { do: 'undo'; which: number }
  | { do: 'again'; which: number }
  | { do: 'tell'; which: number; how: 'once' | 'twice' | 'at once twice' | 'forged' | 'in a batch' }
  | { do: 'wait'; minutes: number }
  | { do: 'lag'; lags: boolean }

const scene = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Played>('done') },
  { weight: 2, arbitrary: fc.constantFrom<Played>('lost_after', 'lost_before', 'pending', 'sent_out_and_back') },
  // Few are slow: that takes real time.
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...scenes.filter((each): each is Played => each !== 'wrong_key' && (isHeavy || each !== 'slow')),
    ),
  },
)
const amount = fc.integer({ min: 1, max: 5_000 })
const which = fc.nat({ max: 20 })
const fate = fc.constantFrom<Fate>('done', 'done', 'failed', 'undone', 'regretted', 'less')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay'), capture: fc.boolean(), scene, amount }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('capture'), which, amount, scene }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund'), which, amount, scene }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void'), which, scene }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('try'), scene, atOnce: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('come back'),
      which,
      with: fc.constantFrom('what he got', 'nothing of use'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decide'), which, fate }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ do: fc.constant('tell'), which },
      how: fc.constantFrom('once', 'once', 'twice', 'at once twice', 'forged', 'in a batch'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(2, 70, 20 * 60, 8 * 24 * 60) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lag'), lags: fc.boolean() }) },
) as fc.Arbitrary<Step>

const first = fc.record({ do: fc.constant('pay'), capture: fc.boolean(), scene, amount: fc.constant(5_000) })
const play = fc.tuple(first as fc.Arbitrary<Step>, fc.array(step, { minLength: 4, maxLength: 14 }))

/** Scenes that are played each time, because they are rare among random ones and cost the most. */
const always: [Step, Step[]][] = [
  [
    { do: 'pay', capture: true, scene: 'lost_after', amount: 5_000 },
    [
      { do: 'try', scene: 'done', atOnce: false },
      { do: 'refund', which: 0, amount: 2_000, scene: 'lost_after' },
      { do: 'wait', minutes: 8 * 24 * 60 },
      { do: 'try', scene: 'done', atOnce: true },
    ],
  ],
  [
    { do: 'pay', capture: false, scene: 'done', amount: 5_000 },
    [
      { do: 'capture', which: 0, amount: 3_000, scene: 'lost_after' },
      { do: 'try', scene: 'done', atOnce: true },
      { do: 'decide', which: 0, fate: 'failed' },
      { do: 'tell', which: 20, how: 'forged' },
      { do: 'tell', which: 1, how: 'at once twice' },
    ],
  ],
  [
    { do: 'pay', capture: true, scene: 'sent_out_and_back', amount: 5_000 },
    [
      { do: 'come back', which: 0, with: 'nothing of use' },
      { do: 'come back', which: 0, with: 'what he got' },
      { do: 'refund', which: 0, amount: 2_000, scene: 'lost_after' },
      { do: 'decide', which: 0, fate: 'done' },
      { do: 'tell', which: 1, how: 'twice' },
      { do: 'undo', which: 0 },
      { do: 'tell', which: 2, how: 'in a batch' },
    ],
  ],
  [
    { do: 'pay', capture: false, scene: 'done', amount: 5_000 },
    [
      { do: 'capture', which: 0, amount: 3_000, scene: 'done' },
      { do: 'decide', which: 0, fate: 'less' },
      { do: 'tell', which: 0, how: 'once' },
    ],
  ],
  // A capture fails after its success, once that was told.
  [
    { do: 'pay', capture: false, scene: 'done', amount: 5_000 },
    [
      { do: 'capture', which: 0, amount: 3_000, scene: 'done' },
      { do: 'decide', which: 0, fate: 'done' },
      { do: 'tell', which: 1, how: 'once' },
      { do: 'undo', which: 0 },
      { do: 'tell', which: 0, how: 'twice' },
    ],
  ],
  // The same, where nobody heard of its success.
  [
    { do: 'pay', capture: false, scene: 'done', amount: 5_000 },
    [
      { do: 'capture', which: 0, amount: 1, scene: 'lost_after' },
      { do: 'decide', which: 0, fate: 'done' },
      { do: 'undo', which: 0 },
      { do: 'tell', which: 0, how: 'once' },
    ],
  ],
  // The gateway does by itself again what it did for us.
  [
    { do: 'pay', capture: false, scene: 'done', amount: 5_000 },
    [
      { do: 'again', which: 0 },
      { do: 'capture', which: 0, amount: 3_000, scene: 'done' },
      { do: 'decide', which: 0, fate: 'done' },
      { do: 'tell', which: 1, how: 'once' },
      { do: 'again', which: 1 },
    ],
  ],
  // Its approval is told while it is cancelled by reference.
  [
    { do: 'pay', capture: false, scene: 'lost_after', amount: 5_000 },
    [
      { do: 'wait', minutes: 70 },
      { do: 'try', scene: 'done', atOnce: false },
      { do: 'try', scene: 'done', atOnce: false },
    ],
  ],
]

it.each([
  ['Adyen', adyenPlayer, 1],
  // It says what became of a capture in the reply, so that it contradicts in few scenes.
  ['Stripe', stripePlayer, 0],
  ['Mollie', molliePlayer, 1],
] as const)(
  'whatever %s does, its books and ours agree or we say that they do not',
  { timeout: 3_600_000 },
  async (_, start, contradictions) => {
    const player = await start()
    players.push(player)
    const { name } = player.gateway.manifest
    gateways.splice(0, gateways.length, ...known.map((each) => (each.manifest.name === name ? player.gateway : each)))
    const stage = await newStage(player)
    const flags = new Map<string, number>()
    const one = fc.asyncProperty(play, async ([begin, steps]) => {
      const theatre = new Theatre(stage)
      for (const each of [begin, ...steps]) await theatre.take(each)
      await theatre.end()
      for (const flag of await theatre.compare()) flags.set(flag, (flags.get(flag) ?? 0) + 1)
    })
    await fc.assert(one, {
      numRuns: always.length + runs,
      examples: always.map((each) => [each]),
      ...(seed !== undefined && { seed: Number(seed) }),
    })
    const { merchant } = stage
    const db = databases.provider
    expect(await wrongSums(db, merchant)).toEqual([])
    expect(await wrongReserves(db, merchant)).toEqual([])
    expect(await wrongSteps(db, merchant)).toEqual([])
    expect(await wrongAttempts(db, merchant)).toEqual([])
    if (isHeavy) console.log(name, Object.fromEntries(flags))
    const ended = (...as: string[]) => as.reduce((sum, flag) => sum + (flags.get(flag) ?? 0), 0)
    const all = ended(...flags.keys()) - ended('made twice')
    // Scenes of which many end in doubt would prove little, and scenes of which none does would not have played what is doubtful.
    expect(ended('same books') / all).toBeGreaterThan(isHeavy ? 0.8 : 0.7)
    expect(ended('contradiction')).toBeGreaterThanOrEqual(isHeavy ? runs / 100 : contradictions)
    // Mollie's list is asked for as long as an order is parked, so that nothing stays open.
    if (isHeavy && name !== 'mollie') expect(ended('unknown', 'parked')).toBeGreaterThan(0)
  },
)

interface Stage {
  player: Player
  merchant: string
  processor: string
  token: string
  profile: string
}

async function newStage(player: Player): Promise<Stage> {
  const make = makers(databases, { masterKey: database.masterKey, processorUrl: 'http://127.0.0.1:9', credential })
  const { merchant } = await make.merchant()
  const gateway = player.gateway.manifest.name
  const processor = await make.processor(merchant, { gateway, credential: player.credential, url: null })
  const profile = await make.profile(merchant, { processors: [processor] })
  const { notification_key: token } = await databases.provider
    .selectFrom('processor')
    .select('notification_key')
    .where('id', '=', processor)
    .executeTakeFirstOrThrow()
  return { player, merchant, processor, token, profile }
}

/** One scene: its payments, what the gateway has not told yet, and its time. */
class Theatre {
  readonly #stage: Stage
  readonly #actor: Actor
  readonly #payments: string[] = []
  readonly #untold: News[] = []
  readonly #told: News[] = []
  /** Where the gateway's books began. */
  readonly #before: number
  readonly #keys = new Map<string, number>()
  #ahead_ms = 0
  #mustAsk = false

  constructor(stage: Stage) {
    this.#stage = stage
    this.#actor = { ...engineActor(stage.merchant, 'system'), kind: 'system' as const }
    this.#before = stage.player.fake.books.entries.length
    stage.player.lag?.(false)
  }

  now = () => new Date(Date.now() + this.#ahead_ms)

  get #working() {
    const publicUrl = 'https://kontor.example'
    const sandboxOrReal = { masterKey: database.masterKey, publicUrl, timeout_ms: 1_000 }
    const house = { databases, gateways: sandboxOrReal, clock: this, publicUrl }
    return { ...house, askMiddleware: noMiddleware, onContradiction: () => {} }
  }

  /** What the gateway made of the orders of this scene. */
  #own = (entries: readonly Entry[]) => entries.filter((each) => this.#entries().includes(each))
  #entries = () => this.#stage.player.fake.books.entries.slice(this.#before)

  async take(step: Step): Promise<void> {
    const { player } = this.#stage
    switch (step.do) {
      case 'pay':
        return this.#pay(step)
      case 'capture':
        return this.#order(step, (trx, id) => captureTransaction(trx, this.#actor, id, step, this.now()))
      case 'refund':
        return this.#order(step, (trx, id) => refundTransaction(trx, this.#actor, id, step, this.now()))
      case 'void':
        return this.#order(step, (trx, id) => voidTransaction(trx, this.#actor, id, this.now()))
      case 'try':
        return this.#try(step)
      case 'come back':
        return this.#comeBack(step.which, step.with === 'what he got' ? player.returned : { redirectResult: 'junk' })
      case 'decide': {
        const entry = one(this.#own(player.undecided()), step.which)
        return entry && player.decide(entry, step.fate)
      }
      case 'undo': {
        const entry = one(this.#own(player.undoable()), step.which)
        return entry && player.decide(entry, 'undone')
      }
      case 'again': {
        const entry = one(this.#own(player.done?.() ?? []), step.which)
        return entry && player.again?.(entry)
      }
      case 'tell':
        await this.#tell(step)
        return this.#askForNews()
      case 'wait':
        return this.#wait(step.minutes)
      case 'lag':
        // What lies back further is found.
        return player.lag?.(step.lags && this.#ahead_ms < lagsFor_ms)
    }
  }

  async #pay({ capture, amount, scene }: Step & { do: 'pay' }): Promise<void> {
    if (this.#payments.length === 2) return
    const order = {
      ...{ payment_profile: this.#stage.profile, amount, payment_product: 'card' as const, capture },
      ...{ merchant_reference: 'scene', card_token: this.#stage.player.card_token },
      asked: { by: 'shop' as const, return_url: 'https://shop.example/' },
    }
    await this.#command(async (trx) => {
      const { transaction } = await createTransaction(trx, this.#actor, order, this.now())
      this.#payments.push(transaction)
    })
    await this.#try({ scene, atOnce: false })
  }

  async #order({ which, scene }: { which: number; scene: Played }, run: (trx: Trx, id: string) => Promise<unknown>) {
    const id = one(this.#payments, which)
    if (id !== undefined) await this.#command((trx) => run(trx, id))
    await this.#try({ scene, atOnce: false })
  }

  /** A refusal is an answer. */
  async #command(run: (trx: Trx) => Promise<unknown>): Promise<void> {
    await inTransaction(databases, this.#actor, run).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }

  /** Every open job is tried, and what is parked is asked for. `atOnce`: by a worker that stood still, and by one that took its job over. */
  async #try({ scene, atOnce }: { scene: Played; atOnce: boolean }): Promise<void> {
    const { fake } = this.#stage.player
    fake.play(scene)
    for (const id of await this.#openJobs()) {
      const tries = [await this.#perform(id)]
      if (atOnce) {
        await databases.provider.updateTable('outbox').set({ leased_until: null }).where('id', '=', id).execute()
        tries.push(await this.#perform(id))
      }
      await Promise.all(tries.map((tried) => tried.over))
    }
    fake.play()
    await fake.quiet()
    this.#noteKeys()
    this.#untold.push(...this.#stage.player.news())
  }

  async #openJobs(): Promise<string[]> {
    const rows = await databases.provider
      .selectFrom('outbox')
      .select('id')
      .where('merchant_id', '=', this.#stage.merchant)
      .where('transaction_id', 'in', [...this.#payments, nobody])
      .where('done_at', 'is', null)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** The promise of a promise would wait for both. */
  async #perform(id: string): Promise<{ over: Promise<unknown> }> {
    const job = await claimOne(databases.provider, this.#stage.merchant, id, 60_000)
    const handler = processorJobs(this.#working)
    return { over: job ? handler.perform(job, undefined) : Promise.resolve() }
  }

  #noteKeys() {
    for (const { key } of this.#stage.player.fake.received)
      if (key !== undefined && !this.#keys.has(key)) this.#keys.set(key, this.now().getTime())
  }

  async #comeBack(which: number, returned: Record<string, string>): Promise<void> {
    const operation = one(this.#payments, which)
    if (operation === undefined) return
    const worker = { hold: async () => undefined, perform: async () => {} }
    // The job of a return is tried like every other one.
    const receiving = { databases, worker: worker as never, masterKey: database.masterKey, outcomeWait_ms: 1_000 }
    await receiveReturn(receiving, { merchant: this.#stage.merchant, operation }, returned, this.now())
    await this.#try({ scene: 'done', atOnce: false })
  }

  async #tell({ which, how }: Step & { do: 'tell' }): Promise<void> {
    const { player } = this.#stage
    this.#untold.push(...player.news())
    if (how === 'forged') {
      for (const entry of this.#entries().slice(-1)) for (const raw of player.forged(entry)) await this.#hear(raw)
      return
    }
    if (how === 'in a batch' && player.batch) {
      const raw = player.batch(this.#entries())
      return raw && this.#hear(raw)
    }
    const all = [...this.#untold, ...this.#told]
    const news = one(all, which)
    if (!news) return
    const place = this.#untold.indexOf(news)
    if (place >= 0) this.#told.push(...this.#untold.splice(place, 1))
    const raw = news()
    if (how === 'at once twice') await Promise.all([this.#hear(raw), this.#hear(raw)])
    else await this.#hear(raw)
    if (how === 'twice') await this.#hear(raw)
  }

  async #hear(raw: RawNotification): Promise<void> {
    const { processor, token } = this.#stage
    const { gateways } = this.#working
    const onError = (error: unknown) => {
      throw error
    }
    const receiving = { databases, gateways, pause_ms: 1_000, onError }
    const received = await receiveNotification(receiving, { processor, token }, raw, this.now()).catch((error) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    this.#mustAsk ||= received?.mustAsk === true
  }

  /** What was told without saying what is asked for. */
  async #askForNews(): Promise<void> {
    if (!this.#mustAsk) return
    this.#mustAsk = false
    const faults: unknown[] = []
    const settings = { poll_ms: 5, pause_ms: 5 }
    const worker = startNotificationWorker({
      ...this.#working,
      settings,
      // A fake may answer late on a busy machine: its gateway is asked again.
      onError: (error) => void (error instanceof OutcomeUnknown || faults.push(error)),
    })
    const left = () =>
      databases.provider
        .selectFrom('processor_notification')
        .select('id')
        .where('merchant_id', '=', this.#stage.merchant)
        .where('worked_at', 'is', null)
        .execute()
    await until(left, (rows) => rows.length === 0)
    await worker.stop()
    expect(faults).toEqual([])
  }

  async #wait(minutes: number): Promise<void> {
    this.#ahead_ms += minutes * 60_000
    if (this.#ahead_ms >= lagsFor_ms) this.#stage.player.lag?.(false)
    const { knowing } = this.#stage.player.gateway.manifest
    const life_ms = knowing.authorize.key_h * 3_600_000
    const old = [...this.#keys].filter(([, at]) => this.now().getTime() - at >= life_ms).map(([key]) => key)
    this.#stage.player.fake.forgetKeys(old)
  }

  /** Both sides do what is left. A gateway tells again until it is heard. */
  async end(): Promise<void> {
    const { player } = this.#stage
    player.lag?.(false)
    for (const minutes of [2, 2, 70, 2]) {
      for (const entry of this.#own(player.undecided())) player.decide(entry, 'done')
      this.#untold.push(...player.news())
      while (this.#untold.length > 0) await this.#tell({ do: 'tell', which: 0, how: 'once' })
      await this.#askForNews()
      await this.#wait(minutes)
      await this.#try({ scene: 'done', atOnce: false })
    }
    player.fake.check()
  }

  async compare(): Promise<string[]> {
    const { player, merchant } = this.#stage
    const ours = (await ourBooks(databases.provider, merchant)).filter(({ id }) => this.#payments.includes(id))
    const sides = ours.map(({ id, taken, given_back, held, status, flag }) => ({
      ...{ id, flag, status },
      ours: { taken, given_back, held },
      theirs: player.standing(id),
    }))
    for (const { flag, status, ours, theirs } of sides)
      if (flag === null) expect({ status, ...ours }).toEqual({ status, ...theirs })
    const byThemselves = this.#entries().filter(isByItself)
    const isOf = (id: string) => player.fake.books.of(id).map((each) => each.payment_id)
    const madeTwice = sides.filter(({ id }) => byThemselves.some(({ payment_id }) => isOf(id).includes(payment_id)))
    // Of two captures or refunds one may have been taken back: the books agree then.
    for (const { id, flag } of madeTwice.filter((side) => isHeldTwice(this.#entries(), side.id)))
      expect({ id, flag }).toEqual({ id, flag: 'contradiction' })
    const orders = this.#entries().filter(
      (entry) => ['authorize', 'capture', 'refund'].includes(entry.kind) && !isByItself(entry),
    )
    const twice = [...Map.groupBy(orders, ({ kind, reference }) => `${kind} ${reference}`)].filter(
      ([, all]) => all.length > 1,
    )
    expect(twice).toEqual([])
    return sides.map((side) => (madeTwice.includes(side) ? 'made twice' : (side.flag ?? 'same books')))
  }
}

/** True: the gateway holds a payment of its own under our reference. */
const isHeldTwice = (entries: readonly Entry[], reference: string) =>
  entries.some((each) => each.kind === 'authorize' && each.reference === reference && isByItself(each))

/** As long as a manifest lets a question lag. */
const lagsFor_ms = 3_600_000

const nobody = '00000000-0000-0000-0000-000000000000'

const one = <T>(items: readonly T[], which: number): T | undefined => items[which % items.length]
