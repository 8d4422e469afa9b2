import type { SettlementLineKind } from '../../contract/src/processors/processor-settlement.rules.ts'
import { foundIn } from '../../server/src/engine/outbox/found.ts'
import { adyenTruth, leftOut as leftOutOfAdyen } from '../../server/src/processors/adyen/adyen-truth.ts'
import { settlementTypes } from '../../server/src/processors/adyen/adyen-words.ts'
import type { Gateway, Outcome } from '../../server/src/processors/gateway.ts'
import { gatewayNamed } from '../../server/src/processors/gateways.ts'
import type { Knowing, Manifest, OrderKind, ProductFacts } from '../../server/src/processors/manifest.ts'
import { leftOut as leftOutOfMollie, mollieTruth } from '../../server/src/processors/mollie/mollie-truth.ts'
import { settlementLines } from '../../server/src/processors/mollie/mollie-words.ts'
import { readByStatus, stripeTruth } from '../../server/src/processors/stripe/stripe-truth.ts'
import { reportingCategories } from '../../server/src/processors/stripe/words.ts'
import type { LeftOut, Truth } from '../../server/src/processors/truth.ts'
import { answersOf } from './gateways-answers.ts'

const gateways: readonly {
  name: string
  truth: readonly Truth[]
  /** Its words for lines of what it paid out. */
  lines: Readonly<Record<string, SettlementLineKind>>
  note?: string
  leftOut?: LeftOut
}[] = [
  { name: 'adyen', truth: adyenTruth, lines: settlementTypes, leftOut: leftOutOfAdyen },
  {
    ...{ name: 'stripe', truth: stripeTruth, lines: reportingCategories },
    note: `These events have the payment or refund as it was then, and its status is read as above: ${readByStatus.map(code).join(', ')}.`,
  },
  { name: 'mollie', truth: mollieTruth, lines: settlementLines, leftOut: leftOutOfMollie },
]

/** docs/gateways/truth.md: for each word of each gateway what it means, worked out by the adapters' own functions. */
export async function truthPage(): Promise<string> {
  const chapters: string[] = []
  // One after the other, because each takes the place of the network for a while.
  for (const gateway of gateways) chapters.push(await chapter(gateway))
  return `${[head, ...chapters].join('\n\n')}\n`
}

const head = `<!-- Made from the tables of the adapters by "npm run generate": do not edit. -->

# What the words of gateways mean

For each gateway: which payment products it has, how the outcome of an order becomes known and for how long that is certain, and what Kontor makes of each word of the gateway: its meaning, whether money moved, and what follows. Most rows are worked out by the functions that read the words; the others are written beside them. What the gateway itself means by a word was read in its published documents. None of it was tried with an account of a gateway.

A word that is in no table is not known. The outcome of its order stays open, no payment or refund is counted because of it, and a notification with it waits for a person. The same holds for a word that contradicts what Kontor counted before: nothing changes, and the desk of the provider shows both until a person decides.

Where an outcome is open, Kontor asks the gateway, or repeats the order under the same reference, as long as “How long an answer is certain” permits it. Where the gateway answers and does not say whether it has the order, the key alone counts. After that Kontor sends nothing more: the order is parked, and asked for on where the gateway can be asked. Where the gateway can, a parked payment is cancelled by its reference; otherwise a person decides.

“Repeating it is safe” means that the gateway recognizes the repetition by its key and carries the order out once.`

async function chapter({ name, truth, lines, note, leftOut = {} }: (typeof gateways)[number]): Promise<string> {
  const gateway = gatewayNamed(name)
  const { manifest } = gateway
  const orders = Object.entries(manifest.knowing) as [OrderKind, Knowing][]
  return [
    `## ${manifest.label}`,
    '### Its payment products',
    table(
      ['product', 'its word', 'the payer', 'is captured', 'is paid back', 'within', 'currencies', 'typed on our page'],
      Object.entries(manifest.products).map(([product, facts]) => [code(product), ...offered(facts)]),
    ),
    ...Object.entries(leftOut).map(([product, why]) => `${code(product)} cannot be offered. ${why}`),
    '### How long an answer is certain',
    table(
      [
        'order',
        'its outcome',
        'repeating it is safe for',
        'Kontor can ask by its own reference',
        'a person is told after',
      ],
      orders.map(([kind, knowing]) => [
        orderNames[kind],
        knownBy(gateway, kind),
        knowing.key_h === 0 ? 'no time: it has no key' : `${hours(knowing.key_h)} (Kontor uses 80 % of it)`,
        askable(knowing),
        hours(knowing.overdue_h),
      ]),
    ),
    '### What its words mean',
    table(
      ['about', 'where', 'word', 'when', 'means', 'did money move?', 'what Kontor does'],
      truth.map(({ of, where, word, when = '', means }) => {
        const { meaning, money, does } = means === 'OPEN' ? opened(manifest) : explained(of, means)
        return [of === 'any' ? '' : orderNames[of], where, code(word), when, meaning, money, does]
      }),
    ),
    ...(note === undefined ? [] : [note]),
    '### What its answers mean that are no success',
    'Of an order that asks something first, the answer to the request that follows the questions.',
    table(
      ['answer', 'to', 'means'],
      (await answersOf(gateway)).map(([answer, kinds, means]) => [
        answer,
        kinds === 'every' ? 'every order' : kinds.map((kind) => orderNames[kind]).join('; '),
        means,
      ]),
    ),
    '### What the lines of its payouts are',
    table(
      ['word', 'what it is'],
      Object.entries(lines).map(([word, kind]) => [code(word), lineNames[kind]]),
    ),
  ].join('\n\n')
}

function offered(facts: ProductFacts): string[] {
  const { name, via, capture, captures, refunds, refund_days, currencies, asks = [] } = facts
  const later = capture === 'separate' ? 'later' : 'with the payment, or later'
  return [
    ...[code(name), payerAt[via]],
    capture === 'with_authorization' ? 'with the payment' : `${later}: ${capturedIn[captures]}`,
    ...[paidBack[refunds], refunds === 'none' ? '' : `${refund_days} days`],
    currencies ? currencies.join(', ') : 'those of the gateway',
    asks.map(code).join(', '),
  ]
}

const payerAt = {
  card_fields: 'types his card in fields of the gateway',
  redirect: 'is sent to a page',
  mandate: 'gives his authority on our page',
}
const capturedIn = { one_full: 'all of it', one_partial: 'once, all or a part', many: 'in parts' }
const paidBack = { none: 'never', full: 'all of it', partial: 'all or parts' }

const lineNames: Readonly<Record<SettlementLineKind, string>> = {
  payment: 'a payment; it proves that the money was taken',
  refund: 'a refund; it proves that the money was paid back',
  refund_reversed: 'a refund that came back',
  chargeback: 'a chargeback',
  chargeback_reversed: 'a chargeback that was taken back',
  fee: 'a fee',
  payout: 'what was paid out',
  transfer: 'moved between accounts',
  correction: 'a correction',
  other: 'something else',
}

const orderNames: Readonly<Record<OrderKind | 'chargeback', string>> = {
  authorize: 'payment',
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  accept: 'chargeback, accepted',
  dispute: 'chargeback, disputed',
  revoke_card: 'stored card, revoked',
  cancel_reference: 'payment, cancelled by our reference',
  chargeback: 'chargeback',
}

function code(word: string): string {
  return `\`${word}\``
}

const hours = (count: number): string =>
  count % 24 === 0 ? `${count / 24} ${count === 24 ? 'day' : 'days'}` : `${count} ${count === 1 ? 'hour' : 'hours'}`

/** A payment that can be asked for shows what became of an order on it. */
function knownBy({ manifest, find, news }: Gateway, kind: OrderKind): string {
  if (manifest.knowing[kind].outcome === 'reply') return 'is in the reply'
  return `is told by a notification${(find ?? news) ? ', or asked for' : ''}`
}

function askable({ by_reference }: Knowing): string {
  if (!by_reference) return 'no'
  const { unseen_after_min } = by_reference
  if (unseen_after_min === null) return 'yes, but not found never means not done'
  if (unseen_after_min === 0) return 'yes; not found means not done'
  return `yes; not found means not done ${unseen_after_min === 1 ? 'a minute' : `${unseen_after_min} minutes`} after the order`
}

/** Some gateways take no answer to a chargeback. */
function opened({ products }: Manifest): Explained {
  const isAnswered = Object.values(products).some(({ answers }) => answers.length > 0)
  const { meaning, money, does } = wordsFor.OPEN
  const next = isAnswered
    ? 'the merchant may answer, where the payment product takes one'
    : 'the gateway takes no answer'
  return { meaning, money, does: `${does}: ${next}` }
}

interface Explained {
  meaning: string
  money: string
  does: string
}

function explained(of: Truth['of'], means: Truth['means']): Explained {
  if (typeof means === 'string') return wordsFor[means]
  const { meaning, money, does } = outcomes[means.is](means as never)
  if (means.is === 'not_done' && means.maybe_undone) return maybeUndone
  if (isFollowUp(of) && (means.is === 'later' || means.is === 'not_done'))
    return { meaning, money, does: means.is === 'later' ? `the payment keeps its status; ${does}` : followUpRefused }
  const status = statusOf(of, means)
  return { meaning, money, does: status === undefined ? does : `${code(status)}: ${does}` }
}

const isFollowUp = (of: Truth['of']) => of === 'capture' || of === 'void' || of === 'cancel_reference'
const followUpRefused = 'the payment stays as it was, and shows the reason'
const maybeUndone: Explained = {
  meaning: 'failed: it was not made, or failed after its success',
  money: 'if it had moved, it went back to where it came from',
  does: `${followUpRefused}; where this order had taken the money, ${code('FAILED')}: what was counted is taken back, and the merchant is told. A success that is heard later is for a person`,
}

const wordsFor: Readonly<Record<Extract<Truth['means'], string>, Explained>> = {
  nothing: { meaning: 'nothing that Kontor has to do', money: 'not by this word', does: 'nothing' },
  person: {
    meaning: 'not known, or nothing that a program should decide',
    money: 'not known',
    does: 'changes nothing, and shows it to a person',
  },
  inquiry: {
    meaning: "the payer's bank asks about the payment; there is no chargeback yet",
    money: 'no',
    does: 'opens no chargeback, and shows it to a person, who may pay back',
  },
  open: {
    meaning: 'not known: a part of the amount may be held',
    money: 'not known',
    does: 'repeats, as above; what is parked is cancelled by its reference',
  },
  asked: { meaning: 'there is news', money: 'not said', does: 'asks the gateway what is so' },
  OPEN: {
    meaning: 'charged back, and not decided',
    money: 'yes, or soon: from the merchant to the payer',
    does: '`OPEN`',
  },
  IN_DISPUTE: { meaning: 'answered; the issuer decides', money: 'as before', does: '`IN_DISPUTE`: waits' },
  WON: {
    meaning: 'decided for the merchant, or given back',
    money: 'back to the merchant, if it had been taken',
    does: '`WON`',
  },
  LOST: {
    meaning: 'decided for the payer, accepted, or not answered in time',
    money: 'stays with the payer, or goes to him',
    does: '`LOST`',
  },
  CANCELLED: { meaning: 'withdrawn', money: 'stays with the merchant', does: '`CANCELLED`' },
}

const done: Readonly<Record<Extract<Outcome, { is: 'done' }>['status'], Explained>> = {
  APPROVED: {
    meaning: 'authorized, or captured where the order takes the money at once',
    money: 'as the order says: held, or from the payer',
    does: '`AUTHORIZED`, or `SETTLEMENT_REQUESTED` where the order takes the money at once',
  },
  AUTHORIZED: { meaning: 'authorized', money: 'no: it is held', does: 'it may be captured or voided' },
  CAPTURED: { meaning: 'captured', money: 'yes, from the payer', does: 'it counts as paid' },
  SETTLED: { meaning: 'settled', money: 'yes, to the merchant', does: 'it counts as paid' },
  VOIDED: {
    meaning: 'the authorization has ended: nothing can be taken by it any more',
    money: 'no; how soon the bank frees what it held is up to the bank',
    does: 'it is over',
  },
  REFUNDED: { meaning: 'refunded', money: 'yes, to the payer', does: 'it counts as paid back' },
  IN_DISPUTE: wordsFor.IN_DISPUTE,
  WON: wordsFor.WON,
  LOST: wordsFor.LOST,
}

const sayers = {
  issuer: 'the issuer',
  payer: 'the payer',
  nobody: 'the time for it ran out',
  risk: 'the risk check',
  gateway: 'the gateway',
  configuration: 'the settings of the account',
} as const

const outcomes: { [Is in Outcome['is']]: (outcome: Extract<Outcome, { is: Is }>) => Explained } = {
  done: ({ status }) => done[status],
  later: ({ awaits_payer }) =>
    awaits_payer
      ? {
          meaning: 'the gateway has the order, and waits for the payer',
          money: 'no',
          does: 'waits and asks; a day later (Klarna three) cancels it, and abandons it once that is confirmed',
        }
      : {
          meaning: 'the gateway has the order, and tells the outcome later',
          money: 'not known yet',
          does: 'waits, asks where it can, and tells a person when it takes too long',
        },
  action: () => ({
    meaning: 'the payer has to go on at a page',
    money: 'no',
    does: 'sends the payer there, and resumes when he is back',
  }),
  not_done: ({ by, reason, elsewhere }) => ({
    meaning: by === 'nobody' ? `not done: ${sayers[by]}` : `not done: ${sayers[by]} said no (${reason})`,
    money: 'no',
    does: elsewhere ? 'another processor may take it' : 'nothing is sent again',
  }),
  undone: () => ({
    meaning: 'failed, also after it was reported as done',
    money: 'if it had moved, it went back to where it came from',
    does: 'what was counted is taken back, and the merchant is told',
  }),
}

/** The status that the engine gives it. Undefined: it keeps none of such an order. */
function statusOf(of: Truth['of'], outcome: Outcome): string | undefined {
  if (of === 'any' || of === 'chargeback' || of === 'revoke_card') return undefined
  // Its order says which of two it is.
  if (outcome.is === 'done' && outcome.status === 'APPROVED') return undefined
  const found = foundIn({ operation: of, id: '', payment_id: '', outcome })
  // A payment that waits for its payer is written down as it began.
  return found.outcome.status === 'ACTION_REQUIRED' ? 'INITIATED' : found.outcome.status
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n')
}
