import { plusDays } from '@kontor/contract/dates'
import { nextBankingDay } from '@kontor/contract/ledger/banking-days.rules'
import { type LedgerKind, ledgerKinds } from '@kontor/contract/ledger/ledger.rules'
import type { UnpaidReason } from '@kontor/contract/settlements/settlement.rules'
import { sql } from 'kysely'
import { book, type NewTransfer } from '../../ledger/book.ts'
import { closedThrough } from '../../ledger/ledger-day.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { bookInTurn } from '../../platform/db/book-in-turn.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { inTurn } from '../../platform/db/locked.ts'
import { type Terms, termsOf } from '../profiles/terms.ts'
import type { Settled } from '../settled.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { takeNumber } from './next-number.ts'
import { type Closing, closingOf, type Reckoned, reckon } from './reckon.ts'
import { reserveToUse } from './reserve-to-use.ts'

/** Who settles by hand; without it, the schedule does. */
export type ByHand = Pick<Actor, 'id' | 'name'> | undefined

/**
 * Closes the settlement of a book through a business day, which must be closed, and gives its id. Gives undefined where there is
 * nothing to close: that day is settled already, or nothing moved and nothing can be paid. What is to be paid goes from the
 * merchant's payable account into transit, so that the payable account has what was carried and what is available later.
 */
export async function settle(
  trx: Trx,
  of: Settled,
  through: string,
  { now, by }: { now: Date; by?: ByHand },
): Promise<string | undefined> {
  await inTurn(trx, bookInTurn(of))
  const closed = await closedThrough(trx)
  if (closed === undefined || through > closed) throw new RangeError(`the day ${through} is still open`)
  const reckoned = await reckon(trx, of, through, true)
  if (reckoned.from === null || reckoned.from > through) return undefined
  const terms = await termsOf(trx, of, through)
  const closing = await paidOf(trx, of, { through, terms, closing: closingOf(reckoned, terms.minimum) })
  if (reckoned.lines.length === 0 && closing.paid === 0n) return undefined
  requireSums(reckoned, closing.exchange)
  const id = await write(trx, of, { through, reckoned, terms, closing, now, by })
  await bookClosing(trx, of, id, { through, terms, closing })
  return id
}

interface Paid extends Closing {
  /** Of a payout in another currency. */
  exchange?: Exchange
  unpaid_because?: UnpaidReason
}

/** What is paid of a closing in the currency of its payouts. Without a rate, and where nothing would be left, all of it is carried. */
async function paidOf(
  trx: Trx,
  { currency_code: from }: Settled,
  { through, terms, closing }: { through: string; terms: Terms; closing: Closing },
): Promise<Paid> {
  const { payout_currency_code: to, fx_margin_ppm: margin_ppm } = terms
  if (to === null || closing.paid === 0n) return closing
  const exchange = await exchangeOf(trx, { amount: closing.paid, from, to, margin_ppm, through })
  const carried = { paid: 0n, carried: closing.paid + closing.carried }
  if (typeof exchange === 'string') return { ...carried, unpaid_because: exchange }
  return exchange.payout_amount > 0n ? { ...closing, exchange } : carried
}

/**
 * Every sum of a settlement, whichever of its parts are added up, is a number that the API tells exactly. More than that is not of
 * real payments (docs/adr/0048): nothing of the book is paid out before somebody has looked at it.
 */
function requireSums({ opening, lines }: Reckoned, exchange: Exchange | undefined): void {
  const size = (amount: bigint) => (amount < 0n ? -amount : amount)
  const all = lines.reduce((sum, { amount }) => sum + size(amount), size(opening))
  const most = BigInt(Number.MAX_SAFE_INTEGER)
  if (all > most || (exchange?.exchanged ?? 0n) > most) throw new RangeError(`a settlement of ${all} minor units`)
}

interface Written {
  through: string
  reckoned: Reckoned
  terms: Terms
  closing: Paid
  now: Date
  by: ByHand
}

async function write(trx: Trx, of: Settled, given: Written): Promise<string> {
  const { through, reckoned, terms, closing, by } = given
  const { id, created_at } = newId(given.now)
  const waits = closing.paid > 0n && terms.hold_reason !== null
  await trx
    .with('numbered', () => takeNumber(of.merchant_id))
    .insertInto('settlement')
    .values({
      ...of,
      ...{ id, created_at, organisation_id: terms.organisation, number: sql<string>`(select number from numbered)` },
      covers: sql<string>`daterange(${reckoned.from}::date, ${through}::date + 1)`,
      opening: whole(reckoned.opening),
      total: whole(reckoned.total),
      held_back: whole(reckoned.held_back),
      paid: whole(closing.paid),
      carried: whole(closing.carried),
      minimum: whole(terms.minimum),
      ...(closing.exchange && stored(closing.exchange)),
      unpaid_because: closing.unpaid_because ?? null,
      ...{ settlement_profile_id: terms.profile, schedule_id: terms.schedule },
      // Also when the run comes late: the same settlement, whenever it runs.
      pay_on: closing.paid > 0n ? nextBankingDay(plusDays(through, 1)) : null,
      status: closing.paid === 0n ? 'CARRIED' : waits ? 'ON_HOLD' : 'CLOSED',
      ...{ hold_reason: waits ? terms.hold_reason : null, held_with_profile: waits },
      ...{ closed_by: by?.name ?? null, closed_by_id: by?.id ?? null, mail_due: terms.is_mailed },
    })
    .execute()
  if (reckoned.lines.length > 0)
    await trx
      .insertInto('settlement_line')
      .values(
        reckoned.lines.map(({ kind, count, amount }) => ({
          ...{ merchant_id: of.merchant_id, settlement_id: id, kind: ledgerKinds[kind].kind, count },
          amount: whole(amount),
        })),
      )
      .execute()
  return id
}

const stored = ({ exchanged, fx_margin, payout_amount, ...exchange }: Exchange) => ({
  ...exchange,
  ...{ exchanged: whole(exchanged), fx_margin: whole(fx_margin), payout_amount: whole(payout_amount) },
})

/** A sum that may be larger than a number of JavaScript. */
const whole = (amount: bigint) => sql<number>`${String(amount)}::bigint`

type Shared = Pick<NewTransfer, 'merchant_id' | 'book_id' | 'organisation_id' | 'currency_code' | 'subject_id'>

/** Out of what is owed and into transit; of another currency by way of the provider's position, each currency by itself. */
function paying(shared: Shared, { paid, exchange }: Paid): NewTransfer[] {
  const transfer = (kind: LedgerKind, amount: bigint, currency_code = shared.currency_code): NewTransfer => ({
    ...{ ...shared, kind, amount, currency_code, available: 'never' },
  })
  if (!exchange) return [transfer('payout', paid)]
  const { payout_currency_code, exchanged, fx_margin, payout_amount } = exchange
  return [
    transfer('fx_out', paid),
    transfer('fx_in', exchanged, payout_currency_code),
    ...(fx_margin > 0n ? [transfer('fx_margin', fx_margin, payout_currency_code)] : []),
    transfer('payout', payout_amount, payout_currency_code),
  ]
}

/** On the first open day, also when the run comes late: a closed day takes nothing. */
async function bookClosing(
  trx: Trx,
  of: Settled,
  subject_id: string,
  { through, terms, closing }: Pick<Written, 'through' | 'terms' | 'closing'>,
): Promise<void> {
  const shared = { ...of, subject_id, organisation_id: terms.organisation }
  const transfers: NewTransfer[] = []
  if (closing.paid > 0n) transfers.push(...paying(shared, closing))
  const used = terms.negative === 'RESERVE' ? await reserveToUse(trx, of, closing.carried, through) : 0n
  // It is part of the next settlement.
  if (used > 0n) transfers.push({ ...shared, kind: 'reserve_used', amount: used, available: 'at once' })
  if (transfers.length > 0) await book(trx, transfers)
}
