import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OrderKind } from '../../src/processors/manifest.ts'
import type { DocumentedOperation, GatewayDocument } from './documents.ts'
import { misfits, prepare } from './fits.ts'
import { objectOfForm, objectOfMultipart } from './form-body.ts'

/*
 * How a fake gateway is written (`adyen.fake.ts` is one):
 *
 * 1. Its document: `openDocument` with the file's name, where we may use one, and for each operation that the adapter calls the
 *    types of the gateway's npm package. Both are checked: run a test with KONTOR_GATEWAY_DOCUMENTS naming an empty folder.
 * 2. A `FakeKind`: how the gateway recognizes its credential and a repetition, the rules that its document lacks, and what it
 *    answers in the scenes of its own (`OwnScene`). The lost, the slow and the proxy's are played here. It enters what it did in the books.
 * 3. `startFake(kind)` listens at a port of its own. `addresses` takes the place of the manifest's; the name of an address is the
 *    first part of the path.
 * 4. Its notifications, from what the books have, signed and checked like answers (`NotificationsOfFake` in `scenes.ts`).
 * 5. A test beside the adapter: `playScenes` and `playNotifications` with makers of requests, and what only this gateway has.
 *    `afterEach(() => fake.check())` fails for every request and answer that does not fit.
 *
 * A request that does not fit is answered with 400 in no gateway's words, and stays in `faults` until `check` throws it.
 */

/** What happens to orders, the same for all gateways. */
export const scenes = [
  'done',
  'declined',
  'payer_cancels',
  'sent_out_and_back',
  'pending',
  'lost_after',
  'lost_before',
  'slow',
  'rate_limited',
  'proxy_page',
  'broken',
  'wrong_key',
] as const
export type Scene = (typeof scenes)[number]
type Played = Exclude<Scene, 'wrong_key'> | 'goes_on'
/** The scenes in which the gateway itself decides what becomes of an order. */
export type OwnScene = 'done' | 'declined' | 'payer_cancels' | 'sent_out_and_back' | 'pending'

/** What differs between fake gateways. */
export interface FakeKind {
  document: GatewayDocument
  /** Bodies of requests; absent: JSON. */
  form?: 'json' | 'form'
  key: { header: string; longest: number }
  /** The answer to a request whose credential is not right; undefined: it is. */
  refuseCredential(request: Received): Answer | undefined
  /** What the gateway demands beyond its document, a sentence for each that is not kept. */
  rules(request: Received): string[]
  /** True: nothing is moved. Its scenes are those of `ask`. */
  isQuestion(request: Received): boolean
  answer(request: Received, scene: OwnScene, books: Books): Answer
  /** 429 with a pause of two seconds. */
  busy(request: Received): Answer
  /** A 5xx in the gateway's own words. Nothing was done. */
  broken(request: Received): Answer
  /** True: the same key gets a 5xx again. */
  keepsBroken?: boolean
  /** The key of an order that is being carried out. */
  underWay(request: Received): Answer
  /** Headers of an answer that repeats the first one. */
  replayHeaders?: Readonly<Record<string, string>>
}

export interface Received {
  operation: DocumentedOperation
  /** The values of the path's `{names}`. */
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string | undefined>>
  key: string | undefined
  body: Readonly<Record<string, unknown>>
  text: string
}

export interface Answer {
  status: number
  /** A text is sent as it is, and fits no document. */
  body?: object | string
  headers?: Readonly<Record<string, string>>
}

/** What the gateway did. */
export interface Entry {
  kind: OrderKind
  /** The gateway's id of the operation. */
  id: string
  payment_id: string
  /** Our reference. */
  reference: string
  amount: number
  currency: string
  /** Whether money moved, or the work was done. */
  done: boolean
  /** Whatever else a fake wants to remember. */
  more?: Record<string, unknown>
}

export interface Books {
  entries: Entry[]
  enter(entry: Entry): Entry
  /** The entries of a reference: more than one is a double charge. */
  of(reference: string): Entry[]
  find(id: string): Entry | undefined
}

export interface FakeGateway {
  /** By name of the address. */
  addresses: Record<string, string>
  books: Books
  /** What arrived, oldest first. */
  received: { method: string; path: string; key: string | undefined; text: string; body: unknown; replayed: boolean }[]
  /**
   * The scenes of the next orders; each later one is done. `goes_on`: the work is not over when the asker leaves. The first
   * repetition is refused because of it, and the second one gets its reply.
   */
  play(...scenes: Played[]): void
  /** The scenes of the next questions. Without any, questions are answered. */
  ask(...scenes: Exclude<Scene, 'wrong_key'>[]): void
  /** What did not fit, since the last call. */
  takeFaults(): string[]
  /** Throws what did not fit. */
  check(): void
  /** As if so long had gone by that the gateway forgot these keys; absent: all. */
  forgetKeys(keys?: readonly string[]): void
  /** Waits until nothing is carried out any more for those who wait no longer. */
  quiet(): Promise<void>
  stop(): Promise<void>
}

export async function startFake(kind: FakeKind): Promise<FakeGateway> {
  for (const { request, leftOut, answers } of kind.document.operations) {
    if (request) prepare(request, kind.form)
    if (leftOut) prepare(leftOut.request, kind.form)
    for (const answer of Object.values(answers)) if (answer) prepare(answer)
  }
  const fake = new Fake(kind)
  const server = createServer((request, response) => {
    const served = fake
      .serve(request, response)
      .catch((error: unknown) => {
        fake.faults.push(`the fake failed: ${error instanceof Error ? error.stack : error}`)
        response.destroy()
      })
      .finally(() => fake.serving.delete(served))
    fake.serving.add(served)
  })
  // A test that asks nothing for a while finds its connection as it was.
  server.keepAliveTimeout = 0
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const names = [...new Set(kind.document.operations.map(({ address }) => address))]
  return {
    addresses: Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${port}/${name}`])),
    books: fake.books,
    received: fake.received,
    play: (...next) => void fake.scenes.splice(0, fake.scenes.length, ...next),
    ask: (...next) => void fake.asked.splice(0, fake.asked.length, ...next),
    takeFaults: () => fake.faults.splice(0),
    check() {
      const faults = fake.faults.splice(0)
      if (faults.length > 0)
        throw new Error(`the fake gateway received or said what does not fit:\n${faults.join('\n')}`)
    },
    forgetKeys(keys = [...fake.answered.keys()]) {
      for (const key of keys) fake.answered.delete(key)
    },
    async quiet() {
      while (fake.serving.size > 0) await Promise.all(fake.serving)
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

class Fake {
  readonly faults: string[] = []
  readonly scenes: Played[] = []
  readonly asked: Exclude<Scene, 'wrong_key'>[] = []
  readonly received: FakeGateway['received'] = []
  readonly answered = new Map<string, { text: string; answer: Answer }>()
  readonly books: Books = newBooks()
  readonly serving = new Set<Promise<void>>()
  readonly #underWay = new Set<string>()
  readonly #goingOn = new Map<string, { received: Received; wasRefused: boolean }>()
  readonly #kind: FakeKind

  constructor(kind: FakeKind) {
    this.#kind = kind
  }

  async serve(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString()
    const { method = 'GET', url = '/', headers } = request
    const received = this.#understood(method, new URL(url, 'http://fake'), headers as Received['headers'], text)
    const { body = undefined, key = undefined } = received ?? {}
    const seen = { method, path: url, key, text, body, replayed: false }
    this.received.push(seen)
    if (!received) return this.#say(response, undefined, { status: 400, body: 'the request does not fit' })
    const answer = this.#kind.refuseCredential(received) ?? (await this.#scene(received, response, seen))
    if (answer) this.#say(response, received, answer)
  }

  /** The request, checked against the document. Undefined: it does not fit, and the faults say why. */
  #understood(method: string, url: URL, headers: Received['headers'], text: string): Received | undefined {
    const { document, key, form = 'json', rules } = this.#kind
    const at = `${method} ${url.pathname}`
    const found = matching(document, method, url.pathname)
    if (!found) return void this.faults.push(`${at}: the gateway has no such address`)
    const query = Object.fromEntries(url.searchParams)
    const type = headers['content-type'] ?? ''
    const read = type.startsWith('multipart/') ? objectOfMultipart : form === 'form' ? objectOfForm : parsed
    const body = text === '' ? {} : read(text, type)
    const received: Received = { ...found, query, headers, key: headers[key.header], body: body ?? {}, text }
    const faults = [
      ...(body === undefined ? ['the body is no JSON'] : []),
      ...bodyFaults(found.operation, received, form),
      ...queryFaults(found.operation, query),
      ...((received.key?.length ?? 0) > key.longest ? [`the key is longer than ${key.longest}`] : []),
      ...(hasCardNumber(`${decodeURIComponent(url.href)} ${text}`) ? ['it has a card number'] : []),
      ...rules(received),
    ]
    for (const fault of faults) this.faults.push(`${at}: ${fault} in ${text || url.search}`)
    return faults.length > 0 ? undefined : received
  }

  /** Plays the next scene. Undefined: there is no answer. */
  async #scene(received: Received, response: ServerResponse, seen: { replayed: boolean }): Promise<Answer | undefined> {
    const kind = this.#kind
    const scene = (kind.isQuestion(received) ? this.asked : this.scenes).shift() ?? 'done'
    if (scene === 'lost_before') return void response.destroy()
    if (scene === 'rate_limited') return kind.busy(received)
    if (scene === 'proxy_page') return { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' }
    const goingOn = this.#goingOn.get(received.key ?? '')
    if (goingOn?.wasRefused && this.#goingOn.delete(received.key ?? ''))
      this.#kept(goingOn.received, kind.answer(goingOn.received, 'done', this.books), true)
    const before = received.key === undefined ? undefined : this.answered.get(received.key)
    if (before) {
      seen.replayed = true
      if (before.text !== received.text) this.faults.push(`a repetition of ${received.key} has another body`)
      return { ...before.answer, headers: { ...before.answer.headers, ...kind.replayHeaders } }
    }
    if (goingOn) goingOn.wasRefused = true
    if (goingOn || this.#underWay.has(received.key ?? '')) return kind.underWay(received)
    if (scene === 'goes_on') {
      this.#goingOn.set(received.key ?? '', { received, wasRefused: false })
      return void (await new Promise<void>((gone) => response.once('close', () => gone())))
    }
    if (scene === 'broken') return this.#kept(received, kind.broken(received), kind.keepsBroken === true)
    if (scene !== 'slow') {
      const own: OwnScene = scene === 'lost_after' ? 'done' : scene
      const answer = this.#kept(received, kind.answer(received, own, this.books), true)
      return scene === 'lost_after' ? void response.destroy() : answer
    }
    return this.#slowly(received, response)
  }

  /** Does the work when the asker waits no longer, which needs no clock. */
  async #slowly(received: Received, response: ServerResponse) {
    if (received.key !== undefined) this.#underWay.add(received.key)
    await new Promise<void>((gone) => response.once('close', () => gone()))
    if (received.key !== undefined) this.#underWay.delete(received.key)
    this.#kept(received, this.#kind.answer(received, 'done', this.books), true)
    return undefined
  }

  #kept({ key, text }: Received, answer: Answer, isKept: boolean): Answer {
    if (key !== undefined && isKept) this.answered.set(key, { text, answer })
    return answer
  }

  #say(response: ServerResponse, received: Received | undefined, { status, body, headers = {} }: Answer) {
    if (received && typeof body !== 'string') this.faults.push(...answerFaults(received.operation, status, body))
    const type = typeof body === 'string' ? 'text/html' : 'application/json'
    response.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers })
    response.end(typeof body === 'string' ? body : body && JSON.stringify(body))
  }
}

function newBooks(): Books {
  const entries: Entry[] = []
  return {
    entries,
    enter(entry) {
      // An order may have the id of the payment that it is of.
      if (entries.some(({ id, kind, payment_id }) => id === entry.id && kind === entry.kind && payment_id === id))
        throw new Error(`The fake gives the id ${entry.id} to two payments`)
      entries.push(entry)
      return entry
    },
    of: (reference) => entries.filter((entry) => entry.reference === reference),
    find: (id) => entries.find((entry) => entry.id === id),
  }
}

function matching({ operations }: GatewayDocument, method: string, path: string) {
  for (const operation of operations) {
    if (operation.method !== method) continue
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const pattern = operation.path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '([^/]+)')
    const found = new RegExp(`^/${operation.address}${pattern}$`).exec(path)
    if (!found) continue
    const values = found.slice(1).map((value) => decodeURIComponent(value))
    return { operation, params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) }
  }
  return undefined
}

function bodyFaults(operation: DocumentedOperation, { body, text }: Received, form: 'json' | 'form'): string[] {
  const request = operation.leftOut?.isIn(body) ? operation.leftOut.request : operation.request
  if (request) return misfits(request, body, form)
  return text === '' ? [] : ['it has a body']
}

function queryFaults({ query }: DocumentedOperation, given: Readonly<Record<string, string>>): string[] {
  // A list has the same name with brackets.
  const known = (name: string) => query.some((each) => each.name === name.replace(/\[.*$/, ''))
  const unknown = Object.keys(given).filter((name) => !known(name))
  const missing = query.filter(({ name, required }) => required && given[name] === undefined)
  return [
    ...unknown.map((name) => `${name} is unknown in the address`),
    ...missing.map(({ name }) => `${name} is missing in the address`),
  ]
}

/** Whoever is busy or broken says what he likes. */
function answerFaults({ method, path, answers }: DocumentedOperation, status: number, body: object | undefined) {
  if (status === 429 || status >= 500) return []
  const name = [String(status), `${String(status)[0]}XX`, 'default'].find((each) => Object.hasOwn(answers, each))
  if (name === undefined) return [`the document has no answer ${status} to ${method} ${path}`]
  const schema = answers[name]
  const faults = schema ? misfits(schema, body) : body ? ['it has a body'] : []
  return faults.map((fault) => `the answer ${status} to ${method} ${path}: ${fault} in ${JSON.stringify(body)}`)
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hasCardNumber = (text: string) =>
  [...text.matchAll(/(?<!\w)[2-6]\d{12,18}(?!\w)/g)].some(([digits]) => isLuhn(digits))

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const worth = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (worth > 9 ? worth - 9 : worth)
  }, 0)
  return sum % 10 === 0
}
