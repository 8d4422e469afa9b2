import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type AuthorizeRequest,
  type Connection,
  type Gateway,
  type Money,
  NotificationRefused,
  NotSent,
  type Outcome,
  OutcomeUnknown,
  type RawNotification,
  type Report,
  type ResumeRequest,
} from '../../src/processors/gateway.ts'
import type { OrderKind } from '../../src/processors/manifest.ts'
import { type Entry, type FakeGateway, type Scene, scenes } from './fake-gateway.ts'

/** A gateway's adapter with its fake, as a test hands them over. */
export interface Stage<Told = NotificationsOfFake> {
  gateway: Gateway
  fake(): FakeGateway
  connection(credential?: Readonly<Record<string, string>>): Connection
  /** The values of a credential that the gateway does not know. */
  wrongKey: Readonly<Record<string, string>>
  /** A request of each kind that the gateway takes, ready to be sent: what it is about was made before. */
  orders: Partial<{ [Kind in OrderKind]: () => Promise<RequestOf[Kind]> }>
  /** What the payer brings back from the address of an action. */
  returned: Readonly<Record<string, string>>
  /** True: whoever is back is sent to no other page. The gateway's document has no such answer. */
  isSentOutOnce?: true
  notifications: Told
  /** The reference in the books of an order to which the gateway gives no reference of ours. */
  bookedAs?(kind: OrderKind, request: RequestOf[OrderKind]): string | undefined
}

/** What the scenes need: a gateway whose notifications say nothing has no others to play. */
export type Scenery = Stage<Pick<NotificationsOfFake, 'of'>>

export interface NotificationsOfFake {
  /** What is told of work, in the books or as if it were. `undone`: after it had been done. */
  of(entry: Entry, what: 'done' | 'failed' | 'undone'): RawNotification
  /** Each of them has something else wrong with its proof. */
  forged(entry: Entry): Readonly<Record<string, RawNotification>>
  /** Well proved, and about another account. */
  ofOtherAccount(entry: Entry): RawNotification
  ofUnknownType(): RawNotification
  /** Absent: the gateway sends one at a time. */
  batch?(entries: readonly Entry[]): RawNotification
  /** Proved by a key that is about to be replaced, with the credential that knows both. */
  byOldKey(entry: Entry): { raw: RawNotification; credential: Readonly<Record<string, string>> }
}

export interface RequestOf {
  authorize: Parameters<Gateway['authorize']>[1]
  capture: Parameters<Gateway['capture']>[1]
  void: Parameters<Gateway['void']>[1]
  refund: Parameters<Gateway['refund']>[1]
  cancel_reference: Parameters<NonNullable<Gateway['cancelReference']>>[1]
  accept: Parameters<Gateway['accept']>[1]
  dispute: Parameters<Gateway['dispute']>[1]
  revoke_card: Parameters<Gateway['revokeCard']>[1]
}
type Request = { reference: string } & Partial<Money> & { payment_id?: string }
export type Said = Pick<Report, 'outcome'> & Partial<Report>

/** Plays the twelve scenes with each kind of order that the gateway takes. */
export function playScenes(stage: Scenery): void {
  const kinds = Object.keys(stage.orders) as OrderKind[]
  describe.each(kinds)('%s', (kind) => {
    const own = scenes.filter((scene) => isOf(stage, kind, scene))
    it.each(own)('%s', async (scene) => {
      const prepared = await stage.orders[kind]?.()
      if (!prepared) throw new Error('nothing was prepared')
      const send = (connection = stage.connection()) => carriedOut(stage.gateway, kind, connection, prepared)
      const booked = stage.bookedAs?.(kind, prepared) ?? prepared.reference
      const entries = () =>
        stage
          .fake()
          .books.of(booked)
          .filter(({ done }) => done)
      await playing[scene]({ stage, kind, request: prepared, send, entries })
    })
  })

  playReturns(stage)

  it('is asked only for what it can do', () => {
    const { orders, gateway } = stage
    expect(orders.cancel_reference !== undefined).toBe(gateway.cancelReference !== undefined)
    for (const kind of ['authorize', 'capture', 'void', 'refund', 'revoke_card'] as const)
      expect(Object.keys(orders)).toContain(kind)
  })
}

/** The same scenes when the payer is back from his page. Some gateways are given what he brings, others are only asked. */
function playReturns(stage: Scenery): void {
  const { resume } = stage.gateway
  describe.skipIf(!resume)('resume', () => {
    const own = scenes.filter((scene) => scene !== 'sent_out_and_back' || !stage.isSentOutOnce)
    it.each(own)('%s', async (scene) => {
      const prepared = await stage.orders.authorize?.()
      if (!prepared || !resume) throw new Error('nothing was prepared')
      const asked = await sentOut(stage, prepared)
      const send = (connection = stage.connection()) => resume(connection, asked)
      const entries = () =>
        stage
          .fake()
          .books.of(prepared.reference)
          .filter(({ done }) => done)
      await returning({ stage, kind: 'authorize', request: prepared, send, entries }, scene)
      stage.fake().play()
      stage.fake().ask()
    })
  })
}

async function returning(play: Playing, scene: Scene): Promise<void> {
  const { stage, send, entries } = play
  if (scene !== 'wrong_key') {
    stage.fake().play(scene)
    stage.fake().ask(scene)
  }
  const said = await send(connectionIn(stage, scene)).catch((error: Error) => error)
  if (said instanceof Error) {
    expect(brought[scene]).toBe('nothing')
    expect(said).toBeInstanceOf(scene === 'rate_limited' && said instanceof NotSent ? NotSent : OutcomeUnknown)
  } else {
    isAbout(play, said)
    // A key that is refused decides nothing of the payer's order.
    if (scene === 'wrong_key')
      expect(said.outcome).toMatchObject({ is: 'not_done', by: 'configuration', elsewhere: true })
    else expect(said.outcome).toMatchObject(brought[scene] as object)
  }
  if (scene === 'slow') await stage.fake().quiet()
  if (brought[scene] !== 'nothing') {
    expect(entries()).toHaveLength(scene === 'done' ? 1 : 0)
    if (scene === 'pending') expect(await finally_(play, said as Said, 'done')).toMatchObject({ is: 'done' })
    return
  }
  // The payer has paid at his page all the same: the next try finds it, and nothing is done twice.
  expect((await send()).outcome).toMatchObject({ is: 'done' })
  expect((await send()).outcome).toMatchObject({ is: 'done' })
  expect(entries()).toHaveLength(1)
}

const connectionIn = (stage: Scenery, scene: Scene): Connection => {
  if (scene === 'wrong_key') return stage.connection(stage.wrongKey)
  return scene === 'slow' ? { ...stage.connection(), timeout_ms: 1_000 } : stage.connection()
}

/** What a resumption brings in each scene. */
const brought: Record<Scene, object | 'nothing'> = {
  done: { is: 'done' },
  declined: { is: 'not_done', by: 'issuer' },
  payer_cancels: { is: 'not_done', by: 'payer' },
  sent_out_and_back: { is: 'action', url: expect.stringMatching(/^https:/) },
  pending: { is: 'later' },
  ...{ lost_after: 'nothing', lost_before: 'nothing', slow: 'nothing', rate_limited: 'nothing' },
  ...{ proxy_page: 'nothing', broken: 'nothing', wrong_key: 'nothing' },
}

/** Sends the payer of an order to his page. What he brings back, once he is there. */
export async function sentOut(stage: Scenery, request: AuthorizeRequest): Promise<ResumeRequest> {
  stage.fake().play('sent_out_and_back')
  return backFrom(stage, request, await stage.gateway.authorize(stage.connection(), request))
}

function backFrom(
  { returned }: Scenery,
  request: Request & Partial<AuthorizeRequest>,
  { payment_id }: Pick<Said, 'payment_id'>,
): ResumeRequest {
  const { reference: of, amount = 0, currency_code = '', payment_product = '', capture = true } = request
  return {
    ...{ reference: randomUUID(), of, amount, currency_code, payment_product, capture, returned },
    ...(payment_id && { payment_id }),
  }
}

/** A payer is there for an authorization alone, and only what may be told later can be pending. */
export function isOf({ gateway }: Scenery, kind: OrderKind, scene: Scene): boolean {
  if (scene === 'payer_cancels') return kind === 'authorize'
  if (scene === 'sent_out_and_back') return kind === 'authorize' && gateway.resume !== undefined
  if (scene === 'pending') return kind === 'authorize' || gateway.manifest.knowing[kind].outcome === 'notification'
  // What is forgotten cannot be declined.
  return scene !== 'declined' || kind !== 'revoke_card'
}

interface Playing {
  /** The gateway's id of the order, once it was told. */
  id?: string
  stage: Scenery
  kind: OrderKind
  request: Request
  send(connection?: Connection): Promise<Said>
  entries(): Entry[]
}

const playing: Record<Scene, (playing: Playing) => Promise<void>> = {
  async done(play) {
    const said = await play.send()
    isAbout(play, said)
    expect(await finally_(play, said, 'done')).toMatchObject({ is: 'done' })
    expect(play.entries()).toHaveLength(1)
  },

  async declined(play) {
    play.stage.fake().play('declined')
    const said = await play.send()
    isAbout(play, said)
    const outcome = await finally_(play, said, 'failed')
    expect(outcome).toMatchObject({ is: 'not_done', reason: expect.stringMatching(/./) })
    // The issuer or the gateway was asked, and said no: nobody else may be asked without the payer.
    expect(outcome).not.toHaveProperty('elsewhere', true)
    expect(play.entries()).toEqual([])
  },

  async payer_cancels(play) {
    play.stage.fake().play('payer_cancels')
    const said = await play.send()
    const { outcome } = said.outcome.is === 'action' ? await resumed(play, said) : said
    expect(outcome).toMatchObject({ is: 'not_done', by: 'payer' })
    expect(play.entries()).toEqual([])
  },

  async sent_out_and_back(play) {
    play.stage.fake().play('sent_out_and_back')
    const said = await play.send()
    expect(said.outcome).toMatchObject({ is: 'action', url: expect.stringMatching(/^https:/) })
    expect(play.entries()).toEqual([])
    const back = await resumed(play, said)
    isAbout(play, back)
    expect(back.outcome).toMatchObject({ is: 'done' })
    // Resuming twice changes nothing.
    expect((await resumed(play, said)).outcome).toMatchObject({ is: 'done' })
    expect(play.entries()).toHaveLength(1)
  },

  async pending(play) {
    play.stage.fake().play('pending')
    const said = await play.send()
    isAbout(play, said)
    expect(said.outcome).toEqual({ is: 'later' })
    expect(await finally_(play, said, 'done')).toMatchObject({ is: 'done' })
  },

  async lost_after(play) {
    play.stage.fake().play('lost_after')
    await expect(play.send()).rejects.toThrow(OutcomeUnknown)
    expect(play.entries()).toHaveLength(1)
    await askedAgain(play)
  },

  async lost_before(play) {
    play.stage.fake().play('lost_before')
    await expect(play.send()).rejects.toThrow(OutcomeUnknown)
    expect(play.entries()).toEqual([])
    await askedAgain(play)
  },

  async slow(play) {
    play.stage.fake().play('slow')
    await expect(play.send({ ...play.stage.connection(), timeout_ms: 1_000 })).rejects.toThrow(OutcomeUnknown)
    await expect.poll(() => play.entries()).toHaveLength(1)
    await askedAgain(play)
  },

  async rate_limited(play) {
    play.stage.fake().play('rate_limited')
    const refused = await play.send().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(NotSent)
    expect((refused as NotSent).retry_after_ms).toBe(2_000)
    expect(play.entries()).toEqual([])
  },

  async proxy_page(play) {
    play.stage.fake().play('proxy_page')
    await expect(play.send()).rejects.toThrow(OutcomeUnknown)
    expect(play.entries()).toEqual([])
  },

  async broken(play) {
    play.stage.fake().play('broken')
    await expect(play.send()).rejects.toThrow(OutcomeUnknown)
    expect(play.entries()).toEqual([])
  },

  async wrong_key(play) {
    const { outcome } = await play.send(play.stage.connection(play.stage.wrongKey))
    expect(outcome.is).toBe('not_done')
    // A card is revoked at its own gateway alone.
    if (play.kind !== 'revoke_card') expect(outcome).toMatchObject({ by: 'configuration', elsewhere: true })
    expect(play.entries()).toEqual([])
  },
}

/** The report is about our order: an engine that believed another one would move the wrong money. */
function isAbout(play: Playing, said: Said) {
  const { kind, request } = play
  if (kind === 'revoke_card') return
  // A second one under our reference is known by its id.
  if (kind === 'capture' || kind === 'refund') {
    play.id ??= said.id
    expect(said.id).toBe(play.id)
  }
  const { reference, amount, currency_code, payment_id } = request
  expect(said).toMatchObject({ operation: kind, ...(said.reference !== undefined && { reference }) })
  if (said.money) expect(said.money).toEqual({ amount, currency_code })
  if (payment_id !== undefined && kind !== 'cancel_reference') expect(said.payment_id).toBe(payment_id)
}

/** What becomes of it: by the reply, or by what a notification says later. */
async function finally_(play: Playing, said: Said, what: 'done' | 'failed'): Promise<Outcome> {
  if (said.outcome.is !== 'later') return said.outcome
  const { stage, request, kind } = play
  const booked = stage.bookedAs?.(kind, request as RequestOf[OrderKind]) ?? request.reference
  const entry = stage.fake().books.of(booked).at(-1)
  if (!entry) throw new Error('the books do not have what is to be told')
  const told = stage.gateway.readNotification(stage.connection(), stage.notifications.of(entry, what))
  if (told[0]?.about === 'payment') return outcomeAsked(play, told[0].payment_id)
  expect(told).toMatchObject([{ about: 'operation', report: { reference: request.reference, operation: kind } }])
  const [first] = told
  if (first?.about !== 'operation') throw new Error('it is about no operation')
  isAbout(play, first.report)
  return first.report.outcome
}

/** A gateway that says only that there is news is asked what. */
async function outcomeAsked(play: Playing, payment_id: string): Promise<Outcome> {
  const { stage, request, kind } = play
  const sought = { reference: request.reference, operation: kind, payment_id }
  const found = await stage.gateway.find?.(stage.connection(), sought)
  if (!found || found === 'unseen') throw new Error('what was told of is not to be seen')
  isAbout(play, found)
  return found.outcome
}

/** Only what the manifest permits: asked for, sent again under the same key, or neither. */
async function askedAgain(play: Playing) {
  const { stage, kind, request, entries } = play
  const { key_h, by_reference } = stage.gateway.manifest.knowing[kind]
  const { payment_id } = request
  if (by_reference && stage.gateway.find) {
    const sought = { reference: request.reference, operation: kind, ...(payment_id && { payment_id }) }
    const found = await stage.gateway.find(stage.connection(), sought)
    if (entries().length === 0) expect(found).toBe('unseen')
    else
      expect(found).toMatchObject({
        reference: request.reference,
        outcome: { is: expect.stringMatching(/done|later/) },
      })
  }
  // Revoking is repeated without end.
  if (key_h === 0 && kind !== 'revoke_card') return
  const again = await play.send()
  isAbout(play, again)
  expect(again.outcome.is).toMatch(/^(done|later)$/)
  expect(entries()).toHaveLength(1)
}

function resumed({ stage, request }: Playing, said: Said): Promise<Report> {
  if (!stage.gateway.resume) throw new Error('a payer cannot come back')
  return stage.gateway.resume(stage.connection(), backFrom(stage, request, said))
}

/** Carries an order out by the adapter's call for it. */
export async function carriedOut(
  gateway: Gateway,
  kind: OrderKind,
  connection: Connection,
  request: RequestOf[OrderKind],
): Promise<Said> {
  const calls: { [Kind in OrderKind]: (asked: never) => Promise<Said> } = {
    authorize: (asked: RequestOf['authorize']) => gateway.authorize(connection, asked),
    capture: (asked: RequestOf['capture']) => gateway.capture(connection, asked),
    void: (asked: RequestOf['void']) => gateway.void(connection, asked),
    refund: (asked: RequestOf['refund']) => gateway.refund(connection, asked),
    accept: (asked: RequestOf['accept']) => gateway.accept(connection, asked),
    dispute: (asked: RequestOf['dispute']) => gateway.dispute(connection, asked),
    async cancel_reference(asked: RequestOf['cancel_reference']) {
      if (!gateway.cancelReference) throw new Error('the gateway takes no such order')
      return gateway.cancelReference(connection, asked)
    },
    async revoke_card(asked: RequestOf['revoke_card']) {
      const revoked = await gateway.revokeCard(connection, asked)
      if (revoked.status === 'REVOKED') return { outcome: { is: 'done', status: 'VOIDED' } }
      return { outcome: { is: 'not_done', by: 'gateway', reason: revoked.reason } }
    },
  }
  // Each request was made for its kind.
  return calls[kind](request as never)
}

/** Plays what arrives by itself, with work of the kinds that the gateway tells of. `entries`: each call is work of its own. */
export function playNotifications(stage: Stage, entries: Readonly<Record<string, () => Promise<Entry>>>): void {
  const read = (raw: RawNotification, connection = stage.connection()) =>
    stage.gateway.readNotification(connection, raw)
  const report = (raw: RawNotification, connection = stage.connection()) => {
    const [first, ...others] = read(raw, connection)
    if (first?.about !== 'operation' || others.length > 0) throw new Error(`it is about ${first?.about}`)
    return first.report
  }

  describe.each(Object.entries(entries))('a notification about %s', (_, made) => {
    it('says what was done, however late, and the same when it comes twice', async () => {
      const entry = await made()
      const raw = stage.notifications.of(entry, 'done')
      const { reference } = entry
      expect(report(raw)).toMatchObject({ reference, operation: entry.kind, outcome: { is: 'done' } })
      expect(read(raw)).toEqual(read(raw))
      expect(read(raw)[0]?.id).toBe(read(stage.notifications.of(entry, 'done'))[0]?.id)
    })

    it('says success after failure, and failure after success, by ids of their own', async () => {
      const entry = await made()
      const [failed, done] = [stage.notifications.of(entry, 'failed'), stage.notifications.of(entry, 'done')]
      expect(report(failed).outcome).toMatchObject({ is: 'not_done' })
      expect(report(done).outcome).toMatchObject({ is: 'done' })
      expect(read(failed)[0]?.id).not.toBe(read(done)[0]?.id)
      if (!['capture', 'refund'].includes(entry.kind)) return
      const undone = stage.notifications.of(entry, 'undone')
      expect(report(undone).outcome).toMatchObject({ is: 'undone' })
      expect(new Set([failed, done, undone].map((raw) => read(raw)[0]?.id)).size).toBe(3)
    })

    it('is refused when its proof fails (check 12)', async () => {
      for (const [what, raw] of Object.entries(stage.notifications.forged(await made())))
        expect(() => read(raw), what).toThrow(NotificationRefused)
    })

    it('changes nothing when it is about another account (check 14)', async () => {
      const about = read(stage.notifications.ofOtherAccount(await made())).map((each) => each.about)
      expect(about.filter((each) => each !== 'unknown')).toEqual([])
    })

    it('is taken when it was signed with the key that is being replaced', async () => {
      const entry = await made()
      const { raw, credential } = stage.notifications.byOldKey(entry)
      expect(report(raw, stage.connection(credential))).toMatchObject({ reference: entry.reference })
    })
  })

  it('takes in what it does not know (check 12)', () => {
    expect(read(stage.notifications.ofUnknownType())).toMatchObject([{ about: 'unknown' }])
  })

  it.skipIf(!stage.notifications.batch)('reads each of a batch, in any order', async () => {
    const made: Entry[] = []
    for (const make of Object.values(entries)) made.push(await make())
    const references = (all: readonly Entry[]) =>
      read(stage.notifications.batch?.(all) as RawNotification).map((each) =>
        each.about === 'operation' ? each.report.reference : each.about,
      )
    expect(references(made)).toEqual(made.map(({ reference }) => reference))
    expect(references(made.toReversed())).toEqual(made.toReversed().map(({ reference }) => reference))
  })
}
