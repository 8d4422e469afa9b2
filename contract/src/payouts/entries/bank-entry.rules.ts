/**
 * PAID: it paid a payout. RETURNED: it brought one back. PROCESSOR: a processor paid, or took. SWEPT: fees that went to the provider's
 * own account. OWN_MONEY: money that the provider put there. BANK_COST: what the bank took for itself. DEBT: a merchant paid what it
 * owes, by a settlement or an invoice. ELSEWHERE: something else has booked it. UNMATCHED: nobody knows yet.
 */
export const entryStates = [
  'PAID',
  'RETURNED',
  'PROCESSOR',
  'SWEPT',
  'OWN_MONEY',
  'BANK_COST',
  'DEBT',
  'ELSEWHERE',
  'UNMATCHED',
] as const
export type EntryState = (typeof entryStates)[number]

/** What a person may say that an entry is, apart from a processor's money. */
export const decidedStates = ['OWN_MONEY', 'BANK_COST', 'DEBT', 'ELSEWHERE'] as const satisfies readonly EntryState[]
export type DecidedState = (typeof decidedStates)[number]

/** Why an entry was matched with no processor settlement. */
export const openReasons = [
  'not_client_money',
  'no_settlement',
  'not_named',
  'other_currency',
  'received_before',
  'out_of_window',
  'amount_differs',
  'several',
  'lines_not_decided',
  'payer_unknown',
] as const
export type OpenReason = (typeof openReasons)[number]

/** Days before and after the last line of a file within which the bank books its money. */
export const receiptWindow = { before: 5, after: 35 } as const

/** A credit must be more than nothing, and what a bank takes for itself is a debit. */
export const mayBe = (state: DecidedState, { amount }: { amount: number }): boolean =>
  state === 'ELSEWHERE' || (state === 'BANK_COST' ? amount < 0 : amount > 0)

/** A processor settlement of which the statement says so. Amounts are minor units. */
interface Candidate {
  /** The processor settlement that the file is of. */
  readonly of: string
  /** The net amount of the file in the currency of the entry; null: it has none in it. */
  readonly net: bigint | null
  /** The entry names its batch. */
  readonly is_named: boolean
  readonly is_received: boolean
  /** Every line of it is decided. */
  readonly is_decided: boolean
  /** Days from its last line to the day of the entry. */
  readonly days: number
  /** The name or the account on the other side is one of the processor. */
  readonly is_payer_known: boolean
}

export type Match<C> = { readonly files: readonly C[] } | { readonly because: OpenReason }

/**
 * The files that an entry of client money pays: all those of one processor settlement whose batches it names, when they come to its
 * amount, in its currency, within the window, from a payer who is known. Anything less stays open, and says why.
 */
export function matchOf<C extends Candidate>(amount: bigint, candidates: readonly C[]): Match<C> {
  const named = candidates.filter(({ is_named }) => is_named)
  const first = firstProblem(candidates, named)
  if (first !== undefined) return { because: first }
  const open = named.filter(({ net, is_received, days }) => net !== null && !is_received && isInWindow(days))
  const groups = [...Map.groupBy(open, ({ of }) => of).values()]
  const fitting = groups.filter((files) => sumOf(files) === amount)
  const [files, another] = fitting
  if (files === undefined)
    return { because: groups.some((each) => each.some(({ net }) => net === amount)) ? 'several' : 'amount_differs' }
  if (another !== undefined) return { because: 'several' }
  if (!files.every(({ is_decided }) => is_decided)) return { because: 'lines_not_decided' }
  return files.every(({ is_payer_known }) => is_payer_known) ? { files } : { because: 'payer_unknown' }
}

function firstProblem(candidates: readonly Candidate[], named: readonly Candidate[]): OpenReason | undefined {
  if (candidates.length === 0) return 'no_settlement'
  if (named.length === 0) return 'not_named'
  const inCurrency = named.filter(({ net }) => net !== null)
  if (inCurrency.length === 0) return 'other_currency'
  const open = inCurrency.filter(({ is_received }) => !is_received)
  if (open.length === 0) return 'received_before'
  return open.some(({ days }) => isInWindow(days)) ? undefined : 'out_of_window'
}

const isInWindow = (days: number): boolean => days >= -receiptWindow.before && days <= receiptWindow.after

export const sumOf = (files: readonly { readonly net: bigint | null }[]): bigint =>
  files.reduce((sum, { net }) => sum + (net ?? 0n), 0n)

/**
 * The words of an entry that may be the batch of a file, without signs, because banks change them: each word between spaces, and each
 * run of letters and digits.
 */
export function batchWords(texts: readonly (string | null)[]): string[] {
  const text = texts
    .filter((each) => each !== null)
    .join(' ')
    .toLowerCase()
  const whole = text.split(/\s+/).map((word) => word.replaceAll(/[^a-z0-9]/g, ''))
  return [...new Set([...whole, ...text.split(/[^a-z0-9]+/)])].filter((word) => word !== '')
}
