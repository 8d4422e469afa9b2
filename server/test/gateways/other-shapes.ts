import { describe, expect, it } from 'vitest'
import {
  type AuthorizeRequest,
  type Notification,
  NotificationRefused,
  NotSent,
  OutcomeUnknown,
  type RawNotification,
  type ReportedChargeback,
} from '../../src/processors/gateway.ts'
import type { OrderKind } from '../../src/processors/manifest.ts'
import type { Entry, Scene } from './fake-gateway.ts'
import { carriedOut, isOf, type RequestOf, type Said, type Scenery, type Stage, sentOut } from './scenes.ts'

/*
 * Every answer of a gateway in every other shape: each of its fields is left out, null, of another type or another word in turn,
 * and the whole of it is a page, cut off, empty or a refusal inside a success. The books of the fake say what is true.
 */

/** What the adapter cannot know from the answer: with the reason, for whoever reads the table. */
export interface Unknowable {
  /** The place in the answer, with `*` for a number. */
  place: string
  /** The changes of it that pass for true; absent: all. */
  by?: readonly Change[]
  why: string
}

const changes = ['missing', 'null', 'another type', 'another word', 'another number', 'another currency'] as const
export type Change = (typeof changes)[number]

interface Reshaped {
  place: string
  change: Change
  body: object
}

/** Plays the other shapes of each answer to each kind of order, and to the questions about it. */
export function playOtherShapes(stage: Scenery, unknowable: readonly Unknowable[]): void {
  const kinds = Object.keys(stage.orders) as OrderKind[]
  describe.each(kinds)('an answer of another shape to %s', (kind) => {
    const scenes = (['done', 'declined', 'pending', 'sent_out_and_back'] as const).filter((scene) =>
      isOf(stage, kind, scene),
    )
    it.each(scenes)('%s never passes for another outcome', async (scene) => {
      expect(await faultsOf(await ordered(stage, kind, scene), unknowable)).toEqual([])
    })

    const { by_reference } = stage.gateway.manifest.knowing[kind]
    const asked = by_reference && stage.gateway.find ? [true, ...(kind === 'authorize' ? [false] : [])] : []
    it.each(asked)(
      'to the question about it (its payment is known: %s) never passes for another outcome',
      async (isKnown) => {
        expect(await faultsOf(await askedFor(stage, kind, isKnown), unknowable)).toEqual([])
      },
    )
  })

  const { resume } = stage.gateway
  it.skipIf(!resume)('an answer of another shape, when a payer is back, never passes for another outcome', async () => {
    expect(await faultsOf(await cameBack(stage), unknowable)).toEqual([])
  })
}

/** A gateway whose notifications say what they report. */
interface Telling {
  stage: Stage
  /** Work of each kind that is told of. */
  entries: Readonly<Record<string, () => Promise<Entry>>>
  /** What is told of chargebacks, by a word for each. */
  chargebacks?: Readonly<Record<string, () => Promise<RawNotification>>>
  /** A notification with a right proof. */
  proved: (body: object) => RawNotification
  /** Places that are the proof itself: without it nothing is listened to. */
  proofs?: readonly string[]
  unknowable?: readonly Unknowable[]
}

/** Plays the other shapes of each notification, well proved. A refusal would make the gateway tell nothing else either. */
export function playOtherNotifications(telling: Telling): void {
  const { stage, entries, chargebacks = {}, proved, proofs = [], unknowable = [] } = telling
  const read = (raw: RawNotification) => stage.gateway.readNotification(stage.connection(), raw)
  const faultsIn = (raw: RawNotification) => {
    const straight = read(raw)
    return reshaped(JSON.parse(raw.body)).flatMap(({ place, change, body }) => {
      if (isUnknowable(unknowable, place, change)) return []
      const fault = faultInNews(straight, () => read(proved(body)), proofs.includes(place))
      return fault ? [`${place} ${change}: ${fault}`] : []
    })
  }
  it.each(Object.entries(chargebacks))(
    'a notification of another shape of a chargeback that %s never passes for another one, and is not swallowed',
    async (_, made) => {
      expect(faultsIn(await made())).toEqual([])
    },
  )
  const whats = ['done', 'failed', 'undone'] as const
  it.each(Object.entries(entries).flatMap(([name, made]) => whats.map((what) => ({ name, what, made }))))(
    'a notification of another shape that $name is $what never passes for another one, and is not swallowed',
    async ({ what, made }) => {
      const entry = await made()
      if (what === 'undone' && !['capture', 'refund'].includes(entry.kind)) return
      expect(faultsIn(stage.notifications.of(entry, what))).toEqual([])
    },
  )
}

function faultInNews(
  straight: readonly Notification[],
  read: () => Notification[],
  isProof: boolean,
): string | undefined {
  let told: Notification[]
  try {
    told = read()
  } catch (error) {
    if (error instanceof NotificationRefused) return isProof ? undefined : `refused: ${error.message}`
    return `broke: ${error}`
  }
  if (told.length === 0) return 'swallowed'
  return told.map((each) => faultInTold(straight[0], each)).find(Boolean)
}

function faultInTold(expected: Notification | undefined, told: Notification): string | undefined {
  if (told.about === 'unknown' || told.about === 'payment') return undefined
  if (told.about === 'chargeback' && expected?.about === 'chargeback')
    return faultInChargeback(expected.chargeback, told.chargeback)
  if (told.about !== 'operation' || expected?.about !== 'operation') return `about a ${told.about}`
  const { report, id } = told
  const { report: right } = expected
  if (report.reference !== right.reference || report.operation !== right.operation) return undefined
  if (right.money && !report.money) return `without money: ${id}`
  const said = [report, right].map(({ outcome }) => ('status' in outcome ? outcome.status : outcome.is))
  // APPROVED is what the order asked for; a success that is not done any more contradicts what we have, and a person looks.
  if (said[0] === 'later' || said[0] === 'APPROVED' || (said[0] === 'not_done' && said[1] === 'undone'))
    return undefined
  return said[0] === said[1] ? undefined : `${said[0]}, not ${said[1]}`
}

/** What is told of another chargeback or payment is of no one that we have. */
export function faultInChargeback(right: ReportedChargeback, said: ReportedChargeback): string | undefined {
  if (said.id !== right.id || said.reference !== right.reference) return undefined
  if (said.status !== right.status && said.status !== 'OPEN') return `${said.status}, not ${right.status}`
  const isSooner = said.respond_by !== undefined && right.respond_by !== undefined && said.respond_by > right.respond_by
  return isSooner ? `to be answered until ${said.respond_by}` : undefined
}

/** One call of the adapter, ready to be made, and what the books say of its order. */
interface Prepared {
  call(): Promise<Said | 'unseen'>
  isDone(): boolean
  request: RequestOf[OrderKind]
}

async function preparedFor(stage: Scenery, kind: OrderKind): Promise<RequestOf[OrderKind]> {
  const request = await stage.orders[kind]?.()
  if (!request) throw new Error('nothing was prepared')
  return request
}

const isDoneIn = (stage: Scenery, kind: OrderKind, request: RequestOf[OrderKind]) => () => {
  const booked = stage.bookedAs?.(kind, request) ?? request.reference
  return stage
    .fake()
    .books.of(booked)
    .some(({ done }) => done)
}

async function ordered(stage: Scenery, kind: OrderKind, scene: Exclude<Scene, 'wrong_key'>): Promise<Prepared> {
  const request = await preparedFor(stage, kind)
  stage.fake().play(scene)
  const call = () => carriedOut(stage.gateway, kind, stage.connection(), request)
  return { request, call, isDone: isDoneIn(stage, kind, request) }
}

async function askedFor(stage: Scenery, kind: OrderKind, isKnown: boolean): Promise<Prepared> {
  const request = await preparedFor(stage, kind)
  const { payment_id: made } = await carriedOut(stage.gateway, kind, stage.connection(), request)
  const payment_id = 'payment_id' in request ? request.payment_id : made
  const sought = { reference: request.reference, operation: kind, ...(isKnown && payment_id && { payment_id }) }
  const find = stage.gateway.find ?? expect.unreachable()
  return { request, call: () => find(stage.connection(), sought), isDone: isDoneIn(stage, kind, request) }
}

async function cameBack(stage: Scenery): Promise<Prepared> {
  const request = (await preparedFor(stage, 'authorize')) as AuthorizeRequest
  const back = await sentOut(stage, request)
  const resume = stage.gateway.resume ?? expect.unreachable()
  return { request, call: () => resume(stage.connection(), back), isDone: isDoneIn(stage, 'authorize', request) }
}

/** Every shape that passed for what is not so. */
async function faultsOf({ call, isDone: isDoneNow, request }: Prepared, unknowable: readonly Unknowable[]) {
  const heard: Heard[] = []
  const straight = await withFetch(recording(heard), call)
  const isDone = isDoneNow()
  // What comes before is no work yet.
  const order = heard.findLastIndex(({ method }) => method !== 'GET')
  const faults: string[] = []
  for (const [at, { method, path, answer }] of heard.entries()) {
    const hear = async (what: string, other: Answer, change?: Change) => {
      const repetition = new Repetition(heard, at, other)
      const said = await withFetch(repetition.answers, call)
      const isWorkDone = isDone && repetition.asked > order
      const isJunk = change === undefined && method !== 'GET'
      const fault =
        faultIn(straight, said, { isDone: isWorkDone, request }) ??
        (isJunk ? believed(said) : faultInKept(straight, said, change))
      if (fault) faults.push(`${method} ${path}: ${what}: ${fault}`)
    }
    for (const { place, change, body } of reshaped(answer.body))
      if (!isUnknowable(unknowable, place, change)) await hear(`${place} ${change}`, { ...answer, body }, change)
    for (const [name, junk] of Object.entries(junkFor(answer))) await hear(name, junk)
  }
  return faults
}

export interface Answer {
  status: number
  /** A text is sent as it is. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Heard {
  method: string
  path: string
  answer: Answer
}

type Fetch = typeof fetch

export async function withFetch(by: (real: Fetch) => Fetch, call: () => Promise<unknown>): Promise<unknown> {
  const real = globalThis.fetch
  globalThis.fetch = by(real)
  try {
    return await call()
  } catch (error) {
    return error
  } finally {
    globalThis.fetch = real
  }
}

export const recording =
  (heard: Heard[]) =>
  (real: Fetch): Fetch =>
  async (url, init) => {
    const response = await real(url, init)
    const text = await response.text()
    const answer = { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    heard.push({ method: init?.method ?? 'GET', path: new URL(String(url)).pathname, answer })
    return responseOf(answer)
  }

/** The same answers again, except one. An adapter that asks something else because of it is answered by the fake. */
export class Repetition {
  asked = 0
  readonly #heard: readonly Heard[]
  readonly #at: number
  readonly #other: Answer

  constructor(heard: readonly Heard[], at: number, other: Answer) {
    this.#heard = heard
    this.#at = at
    this.#other = other
  }

  answers =
    (real: Fetch): Fetch =>
    async (url, init) => {
      const place = this.asked++
      if (place === this.#at) return responseOf(this.#other)
      const before = this.#heard[place]
      const isSame = before?.method === init?.method && before?.path === new URL(String(url)).pathname
      return before && isSame ? responseOf(before.answer) : real(url, init)
    }
}

function responseOf({ status, body }: Answer): Response {
  const hasNone = body === undefined || [204, 304].includes(status)
  return new Response(hasNone ? null : typeof body === 'string' ? body : JSON.stringify(body), { status })
}

/** What is wrong with what the adapter made of it. Undefined: it is true, or it says that it does not know. */
function faultIn(
  straight: unknown,
  said: unknown,
  { isDone, request }: { isDone: boolean; request: RequestOf[OrderKind] },
): string | undefined {
  if (said instanceof NotSent) return isDone ? 'not sent, although it was done' : undefined
  if (said instanceof OutcomeUnknown) return undefined
  if (said instanceof Error) return `broke: ${said.stack?.split('\n').slice(0, 2)}`
  if (said === 'unseen') return isDone ? 'unseen, although it was done' : undefined
  // The calls answer nothing else.
  const [{ outcome, money, reference }, { outcome: expected }] = [said, straight] as [Said, Said]
  // The engine takes what is of other money for no answer.
  if (
    money &&
    'amount' in request &&
    (money.amount !== request.amount || money.currency_code !== request.currency_code)
  )
    return undefined
  if (outcome.is === 'later') return undefined
  if (outcome.is !== expected.is) return `${JSON.stringify(outcome)}, not ${JSON.stringify(expected)}`
  if (outcome.is === 'done' && expected.is === 'done' && outcome.status !== expected.status)
    return `${outcome.status}, not ${expected.status}`
  if (outcome.is === 'not_done' && expected.is === 'not_done' && outcome.elsewhere && !expected.elsewhere)
    return 'may be sent elsewhere'
  return reference === undefined || reference === request.reference ? undefined : 'has another reference'
}

/** Another word or number is another id, whatever it is; nothing else makes another card of the one that is to be kept. */
function faultInKept(straight: unknown, said: unknown, change?: Change): string | undefined {
  const [right, kept] = [straight, said].map((each) => {
    const { learnt } = (each instanceof Error || each === 'unseen' ? {} : each) as Partial<Said>
    return learnt?.card?.token ?? learnt?.agreement?.token
  })
  if (kept === undefined || kept === right || change === 'another word' || change === 'another number') return undefined
  return `keeps ${kept}, not ${right}`
}

/** Nothing that is in no words of the gateway ends an order. */
function believed(said: unknown): string | undefined {
  if (said instanceof Error || said === 'unseen') return undefined
  // The calls answer nothing else.
  const { outcome } = said as Said
  return outcome.is === 'later' ? undefined : `believed: ${JSON.stringify(outcome)}`
}

const page = '<html><h1>Welcome</h1></html>'

/** The whole answer is something else. */
export function junkFor({ status, body }: Answer): Record<string, Answer> {
  const text = JSON.stringify(body ?? { id: 1 })
  const refused = { status: 422, title: 'Refused', detail: 'No', errorCode: '101', errorType: 'validation' }
  const ok = status < 400 ? status : 200
  return {
    'a page': { status: 200, body: page },
    // An answer without a body has no room for one.
    ...(ok !== 204 && { 'a page with its status': { status: ok, body: page } }),
    'nothing with 200': { status: 200, body: '' },
    'cut off': { status: ok === 204 ? 200 : ok, body: text.slice(0, -2) },
    null: { status: 200, body: 'null' },
    'a list': { status: 200, body: '[]' },
    'a text': { status: 200, body: '"done"' },
    'nothing in it': { status: 200, body: '{}' },
    'a refusal inside a success': { status: 200, body: { ...refused, error: { type: 'card_error', message: 'No' } } },
    'sent on': { status: 302, body: page },
    ...Object.fromEntries(
      [400, 401, 403, 404, 409, 422, 500, 502, 504].map((code) => [
        `a page with ${code}`,
        { status: code, body: page },
      ]),
    ),
    'another program’s words for 404': { status: 404, body: { status: 404, error: 'Not Found', path: '/' } },
    'another program’s words for 422': { status: 422, body: { title: 'Refused', status: 400, detail: 'No' } },
  }
}

/** Every change of every field. */
export function reshaped(body: Answer['body']): Reshaped[] {
  if (!body || typeof body === 'string') return []
  return placesIn(body).flatMap((keys) =>
    changes.flatMap((change) => {
      const copy: unknown = structuredClone(body)
      const holder = keys.slice(0, -1).reduce((inside, key) => (inside as Holder)[key], copy) as Holder
      const key = keys.at(-1) ?? ''
      if (!changedIn(holder, key, change)) return []
      return [{ place: keys.map((each) => (/^\d+$/.test(each) ? '*' : each)).join('.'), change, body: copy as object }]
    }),
  )
}

type Holder = Record<string, unknown>

function placesIn(value: unknown, before: readonly string[] = []): string[][] {
  if (!value || typeof value !== 'object') return []
  // Rows are alike: the first stands for all.
  const keys = Array.isArray(value) ? Object.keys(value).slice(0, 1) : Object.keys(value)
  return keys.flatMap((key) => [[...before, key], ...placesIn((value as Holder)[key], [...before, key])])
}

/** False: there is no such change of this value. */
function changedIn(holder: Holder, key: string, change: Change): boolean {
  const value = holder[key]
  switch (change) {
    case 'missing':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      return true
    case 'null':
      holder[key] = null
      return value !== null
    case 'another type':
      holder[key] = typeof value === 'string' ? 7 : typeof value === 'object' ? 'a text' : String(value)
      return true
    case 'another word':
      holder[key] = 'something_new'
      return typeof value === 'string'
    case 'another number':
      if (typeof value === 'string')
        holder[key] = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
      else holder[key] = Number(value) + 1
      return typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))
    case 'another currency':
      holder[key] = value === 'EUR' ? 'USD' : 'usd'
      return value === 'EUR' || value === 'eur'
  }
}

export const isUnknowable = (unknowable: readonly Unknowable[], place: string, change: Change) =>
  unknowable.some((each) => each.place === place && (each.by ?? changes).includes(change))
