import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AuthorizeRequest,
  Connection,
  Gateway,
  Outcome,
  RawNotification,
  Report,
} from '../../server/src/processors/gateway.ts'
import type { OrderKind } from '../../server/src/processors/manifest.ts'
import type { TrialCards } from './trial-cards.ts'

/** A trial of a gateway's adapter with a test account. */
export interface Trial {
  gateway: Gateway
  /** Of a test account. */
  connection: Connection
  /** Absent: somebody chooses the outcome of each payment at the gateway's page. */
  cards: TrialCards | undefined
  /** The address to which the payer comes back. */
  back: string
  /** What the payer brought there since the last call. */
  returned(): Record<string, string> | undefined
  /** Asks whoever sits at the terminal to do something. Throws `NotPossible` where nobody does. */
  ask(text: string): Promise<void>
  /** Undefined: the gateway cannot reach this machine. */
  webhook: { address: string; told: readonly RawNotification[] } | undefined
  /** How long an outcome that comes later is waited for. */
  patience_ms: number
  begin(step: Pick<StepResult, 'number' | 'name'>): void
}

export interface StepResult {
  number: number
  name: string
  expected: string
  seen: string
  verdict: Verdict
}
export type Verdict = 'as expected' | 'otherwise' | 'not possible'

/** The step cannot be taken, for this reason. */
export class NotPossible extends Error {
  override name = 'NotPossible'
}

/** The step was taken, and this was seen instead of what is expected. */
class Otherwise extends Error {
  override name = 'Otherwise'
}

/** Takes the eighteen steps. What a step needs of an earlier one that failed makes it impossible. */
export async function tryGateway(trial: Trial): Promise<StepResult[]> {
  const results: StepResult[] = []
  const made: Made = {}
  for (const [place, { name, expected, take }] of steps.entries()) {
    const step = { number: place + 1, name, expected: expected(trial) }
    trial.begin(step)
    results.push({ ...step, ...(await taken(() => take(trial, made))) })
  }
  return results
}

async function taken(take: () => Promise<string>): Promise<Pick<StepResult, 'seen' | 'verdict'>> {
  try {
    return { seen: await take(), verdict: 'as expected' }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error instanceof NotPossible) return { seen: error.message, verdict: 'not possible' }
    const seen = error instanceof Otherwise ? error.message : `${error.name}: ${error.message}`
    return { seen, verdict: 'otherwise' }
  }
}

/** What earlier steps left. */
interface Made {
  payment?: { request: AuthorizeRequest; report: Report }
  captured?: boolean
}

interface TrialStep {
  name: string
  expected: (trial: Trial) => string
  take: (trial: Trial, made: Made) => Promise<string>
}

const whole = 1_000
const part = 600
const refunded = 200

const steps: readonly TrialStep[] = [
  {
    name: 'the connection test',
    expected: () => 'the account',
    async take({ gateway, connection }) {
      const test = await gateway.test(connection)
      if (test.ok) return `account ${test.account}`
      throw new Otherwise(`${test.field ?? 'the connection'}: ${test.problem}`)
    },
  },
  {
    name: 'a wrong key',
    expected: ({ gateway }) => `${keyOf(gateway)} named`,
    async take({ gateway, connection }) {
      const field = keyOf(gateway)
      const wrong = `${connection.credential[field]?.slice(0, -8)}xxxxxxxx`
      const test = await gateway.test({ ...connection, credential: { ...connection.credential, [field]: wrong } })
      const seen = test.ok ? 'it was taken' : `${test.field ?? 'nothing named'}: ${test.problem}`
      if (test.ok || test.field !== field) throw new Otherwise(seen)
      return seen
    },
  },
  {
    name: 'an authorization',
    expected: () => 'AUTHORIZED',
    async take(trial, made) {
      const request = order(trial)
      const report = await pay(trial, request, 'authorize it')
      const seen = isDone(report.outcome, 'AUTHORIZED')
      made.payment = { request, report }
      return `${seen}, ${report.payment_id}`
    },
  },
  {
    name: 'the same order again',
    expected: () => 'the same payment',
    async take({ gateway, connection }, made) {
      const { request, report } = before(made)
      const again = await gateway.authorize(connection, request)
      if (again.payment_id !== report.payment_id) throw new Otherwise(`another payment: ${again.payment_id || 'none'}`)
      return again.payment_id
    },
  },
  {
    name: 'another amount under the same key',
    expected: () => 'no second payment',
    async take({ gateway, connection }, made) {
      const { request, report } = before(made)
      const said = await gateway
        .authorize(connection, { ...request, amount: request.amount + 1 })
        .catch((error: Error) => error)
      if (said instanceof Error) return `${said.name}: ${said.message}`
      if (said.outcome.is !== 'not_done' && said.payment_id !== report.payment_id)
        throw new Otherwise(`a second payment: ${said.payment_id || wordsOf(said.outcome)}`)
      return wordsOf(said.outcome)
    },
  },
  {
    name: 'the same order twice at once',
    expected: () => 'one payment',
    async take(trial) {
      const request = order(trial)
      const send = () => trial.gateway.authorize(trial.connection, request)
      const replies = await Promise.allSettled([send(), send()])
      const reports = replies.filter((reply) => reply.status === 'fulfilled').map(({ value }) => value)
      const ids = new Set(reports.map(({ payment_id }) => payment_id))
      const refused = replies.filter((reply) => reply.status === 'rejected').map(({ reason }) => String(reason?.name))
      if (reports.length === 0) throw new Otherwise(refused.join(', '))
      if (ids.size > 1) throw new Otherwise(`two payments: ${[...ids].join(', ')}`)
      return [...ids, ...refused].join(', ')
    },
  },
  {
    name: 'a capture of a part',
    expected: ({ gateway }) => orLater(gateway, 'capture', 'CAPTURED'),
    async take(trial, made) {
      const { report } = before(made)
      const seen = await followed(trial, 'capture', { ...euro(part), payment_id: report.payment_id }, 'CAPTURED')
      made.captured = true
      return seen
    },
  },
  {
    name: 'a second capture of more than is left',
    expected: ({ gateway }) => orLater(gateway, 'capture', 'refused'),
    take(trial, made) {
      const { report } = before(made)
      if (!made.captured) throw new NotPossible('nothing was captured')
      return followed(trial, 'capture', { ...euro(whole), payment_id: report.payment_id }, 'refused')
    },
  },
  {
    name: 'a refund of a part',
    expected: ({ gateway }) => orLater(gateway, 'refund', 'REFUNDED'),
    take(trial, made) {
      const { report } = before(made)
      if (!made.captured) throw new NotPossible('nothing was captured')
      return followed(trial, 'refund', { ...euro(refunded), payment_id: report.payment_id }, 'REFUNDED')
    },
  },
  {
    name: 'a refund of more than was paid',
    expected: ({ gateway }) => orLater(gateway, 'refund', 'refused'),
    take(trial, made) {
      const { report } = before(made)
      if (!made.captured) throw new NotPossible('nothing was captured')
      return followed(trial, 'refund', { ...euro(5 * whole), payment_id: report.payment_id }, 'refused')
    },
  },
  {
    name: 'a void',
    expected: ({ gateway }) => orLater(gateway, 'void', 'VOIDED'),
    async take(trial) {
      const report = await pay(trial, order(trial), 'authorize it')
      isDone(report.outcome, 'AUTHORIZED')
      return followed(trial, 'void', { ...euro(whole), payment_id: report.payment_id }, 'VOIDED')
    },
  },
  {
    name: 'a cancellation by our reference',
    expected: ({ gateway }) => orLater(gateway, 'cancel_reference', 'VOIDED'),
    async take({ gateway, connection, ...trial }) {
      if (!gateway.cancelReference) throw new NotPossible('the gateway takes no such order')
      const request = order({ gateway, connection, ...trial })
      await gateway.authorize(connection, request)
      const asked = { ...euro(whole), reference: randomUUID(), of: request.reference }
      const { outcome } = await gateway.cancelReference(connection, asked)
      return matching(gateway, 'cancel_reference', outcome, 'VOIDED')
    },
  },
  {
    name: 'a payment that the issuer declines',
    expected: () => 'declined, with a reason',
    async take(trial) {
      const { outcome } = await pay(trial, order(trial, { card_token: trial.cards?.declined }), 'let it fail')
      if (outcome.is !== 'not_done' || outcome.by !== 'issuer' || !outcome.reason) throw new Otherwise(wordsOf(outcome))
      return wordsOf(outcome)
    },
  },
  {
    name: 'a payment whose payer has to go to a page, and back',
    expected: () => 'an address, then AUTHORIZED',
    async take(trial) {
      const request = order(trial, { card_token: trial.cards?.asksPayer })
      const report = await trial.gateway.authorize(trial.connection, request)
      if (report.outcome.is !== 'action') throw new Otherwise(`no address: ${wordsOf(report.outcome)}`)
      const { outcome } = await goneOn(trial, request, report, 'authorize it')
      return `an address, then ${isDone(outcome, 'AUTHORIZED')}`
    },
  },
  {
    name: 'a webhook that arrives and is proved',
    expected: () => 'news of our payment',
    take: webhook,
  },
  {
    name: 'a card that is stored, described, charged and revoked',
    expected: () => 'its last digits, a charge, REVOKED',
    take: storedCard,
  },
  {
    name: 'a direct debit, of an account that is typed on our page',
    expected: (trial) => expectedOf(trial, 'sepa_debit'),
    take: (trial) => byTyping(trial, 'sepa_debit', 'EUR'),
  },
  {
    name: 'a payment by BLIK, with a code that is typed on our page',
    expected: (trial) => expectedOf(trial, 'blik'),
    take: (trial) => byTyping(trial, 'blik', 'PLN'),
  },
]

const typedElsewhere = 'nothing is sent: our page asks for nothing'
const expectedOf = ({ gateway }: Trial, product: 'sepa_debit' | 'blik') =>
  gateway.manifest.products[product]?.asks ? 'CAPTURED, or received' : typedElsewhere

async function byTyping(trial: Trial, product: 'sepa_debit' | 'blik', currency_code: string): Promise<string> {
  const { gateway, connection, cards } = trial
  if (!gateway.manifest.products[product]?.asks || !cards) return typedElsewhere
  const { card_token: _, payer, ...request } = order(trial, { payment_product: product, currency_code, capture: true })
  const { outcome } = await gateway.authorize(connection, { ...request, payer: { ...payer, ...cards.typed } })
  return outcome.is === 'later' ? 'received' : isDone(outcome, 'CAPTURED')
}

async function webhook(trial: Trial): Promise<string> {
  const { gateway, connection, patience_ms } = trial
  if (!trial.webhook) throw new NotPossible('no --tunnel with an address that leads to this machine')
  const { address, told } = trial.webhook
  if (gateway.manifest.webhook.set_up === 'by_hand')
    await trial.ask(`Enter ${address} as the address of the webhook at ${gateway.manifest.label}.`)
  const already = told.length
  const { reference, payment_id } = await pay(trial, order(trial), 'authorize it')
  let seen = 'nothing arrived'
  const pause_ms = pauseOf(trial)
  for (let waited = 0; ; waited += pause_ms) {
    for (const raw of told.slice(already)) {
      const said = withoutThrowing(() => gateway.readNotification(connection, raw))
      if (said instanceof Error) seen = `it arrived, and its proof failed: ${said.message}`
      else if (said.some((each) => isAbout(each, { reference, payment_id }))) return 'news of our payment, proved'
      else seen = 'news of something else arrived'
    }
    if (waited >= patience_ms) throw new Otherwise(seen)
    await sleep(pause_ms)
  }
}

type Told = ReturnType<Gateway['readNotification']>[number]

const isAbout = (told: Told, { reference, payment_id }: Pick<Report, 'reference' | 'payment_id'>): boolean =>
  (told.about === 'operation' && told.report.reference === reference) ||
  (told.about === 'payment' && told.payment_id === payment_id)

function withoutThrowing<T>(read: () => T): T | Error {
  try {
    return read()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function storedCard(trial: Trial): Promise<string> {
  const { gateway, connection } = trial
  if (!gateway.manifest.products.card?.keeps.includes('card')) throw new NotPossible('the gateway stores no cards')
  const stored = await pay(trial, order(trial, { store_card: true, capture: true }), 'let it be paid')
  isDone(stored.outcome, 'CAPTURED')
  const card = stored.learnt?.card
  if (!card?.token) throw new Otherwise('the approval does not say what was stored')
  const { return_url: _, ...charge } = order(trial, {
    ...{ card_token: card.token, card_is_stored: true, initiative: 'unscheduled', capture: true, payer_present: false },
  })
  const charged = await gateway.authorize(connection, charge)
  const seen = `${card.brand} ${card.last_four}, ${isDone(charged.outcome, 'CAPTURED')}`
  const revoked = await gateway.revokeCard(connection, { reference: randomUUID(), card_token: card.token })
  if (revoked.status !== 'REVOKED') throw new Otherwise(`${seen}, not revoked: ${revoked.reason}`)
  return `${seen}, REVOKED`
}

/** The secret value of the credential with which orders are signed in: the first one. */
const keyOf = ({ manifest }: Gateway): string => manifest.credential.find(({ secret }) => secret)?.name ?? ''

const euro = (amount: number) => ({ amount, currency_code: 'EUR' })

function order({ back, cards }: Trial, given: Partial<{ [Name in keyof AuthorizeRequest]: unknown }> = {}) {
  const reference = randomUUID()
  return {
    ...{ reference, ...euro(whole), payment_product: 'card', capture: false, payer_present: true },
    ...{ return_url: back, merchant_reference: `Trial ${reference.slice(0, 8)}`, initiative: 'payer' },
    payer: {
      ...{
        reference: `trial-${reference.slice(0, 8)}`,
        email: 'trial@kontor.example',
        country: 'NL',
        language: 'nl-NL',
      },
      ...{ origin: new URL(back).origin, ip: '192.0.2.1' },
      browser: {
        ...{ user_agent: 'Mozilla/5.0', accept: 'text/html', language: 'nl-NL', color_depth: 24 },
        ...{ screen_height: 900, screen_width: 1_440, time_zone_offset: -60, java_enabled: false },
      },
    },
    ...(cards && { card_token: cards.approved }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  } as AuthorizeRequest
}

function before({ payment }: Made) {
  if (!payment) throw new NotPossible('no payment was authorized')
  return payment
}

/** A payment whose outcome is known: where its payer has to go on, somebody does. */
async function pay(trial: Trial, request: AuthorizeRequest, wish: string): Promise<Report> {
  const report = await trial.gateway.authorize(trial.connection, request)
  return report.outcome.is === 'action' ? goneOn(trial, request, report, wish) : report
}

async function goneOn(trial: Trial, request: AuthorizeRequest, { outcome, payment_id }: Report, wish: string) {
  const { gateway, connection } = trial
  if (outcome.is !== 'action') throw new Otherwise(wordsOf(outcome))
  if (outcome.fields) throw new NotPossible('the page wants a form, which a link cannot be')
  if (!gateway.resume) throw new NotPossible('a payer cannot come back')
  trial.returned()
  await trial.ask(`Open ${outcome.url} and ${wish}.`)
  return gateway.resume(connection, {
    ...{ reference: randomUUID(), of: request.reference, payment_product: request.payment_product },
    ...{ amount: request.amount, currency_code: request.currency_code, capture: request.capture },
    ...(payment_id && { payment_id }),
    returned: trial.returned() ?? {},
  })
}

type Wanted = 'CAPTURED' | 'REFUNDED' | 'VOIDED' | 'refused'

/** An order on a payment. Where its outcome comes later and can be asked for, it is waited for. */
async function followed(
  trial: Trial,
  operation: 'capture' | 'refund' | 'void',
  asked: { amount: number; currency_code: string; payment_id: string },
  wanted: Wanted,
): Promise<string> {
  const { gateway, connection, patience_ms } = trial
  const reference = randomUUID()
  const request = { ...asked, reference, payment: { amount: whole, merchant_reference: 'Trial' } }
  let { outcome } = await gateway[operation](connection, request)
  const canAsk = gateway.find && gateway.manifest.knowing[operation].by_reference
  for (let waited = 0; outcome.is === 'later' && canAsk && waited < patience_ms; waited += pauseOf(trial)) {
    await sleep(pauseOf(trial))
    const found = await gateway.find?.(connection, { reference, operation, payment_id: asked.payment_id })
    if (found && found !== 'unseen') outcome = found.outcome
  }
  return matching(gateway, operation, outcome, wanted)
}

const pauseOf = ({ patience_ms }: Trial): number => Math.min(1_000, patience_ms / 5)

/** A gateway that only says that it has the order may do so here: its webhook tells the rest. */
function matching({ manifest }: Gateway, kind: OrderKind, outcome: Outcome, wanted: Wanted): string {
  if (outcome.is === 'later' && manifest.knowing[kind].outcome === 'notification') return 'received'
  if (wanted !== 'refused') return isDone(outcome, wanted)
  if (outcome.is !== 'not_done') throw new Otherwise(wordsOf(outcome))
  return wordsOf(outcome)
}

const orLater = ({ manifest }: Gateway, kind: OrderKind, wanted: Wanted): string =>
  manifest.knowing[kind].outcome === 'notification' ? `${wanted}, or received` : wanted

function isDone(outcome: Outcome, status: string): string {
  if (outcome.is !== 'done' || outcome.status !== status) throw new Otherwise(wordsOf(outcome))
  return status
}

function wordsOf(outcome: Outcome): string {
  switch (outcome.is) {
    case 'done':
      return outcome.status
    case 'not_done':
      return `not done, by the ${outcome.by}: ${outcome.reason}`
    case 'undone':
      return `undone: ${outcome.reason}`
    case 'action':
      return 'an address'
    case 'later':
      return 'received'
  }
}
