import type { ReplyOf } from '@kontor/contract/endpoint'
import type { Entity } from '@kontor/contract/entity'
import { type LedgerKind, ledgerKinds, payableSign } from '@kontor/contract/ledger/ledger.rules'
import type { transactionMoneyEndpoint } from '@kontor/contract/ledger/money/money.endpoints'
import {
  ancillaryFees,
  type FeePart,
  feeKinds,
  fits,
  hasTier,
  isAncillary,
  type Line,
  maskOf,
  type Priced,
  regionOf,
} from '@kontor/contract/pricing/price.rules'
import { costScheme, partnerScheme } from '@kontor/contract/pricing/scheme.entity'
import { isAllowed } from '@kontor/contract/roles'
import { pspSettlement, settlement } from '@kontor/contract/settlements/settlement.entity'
import { sql } from 'kysely'
import { transactionSource } from '../../payments/transaction.rows.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { seesWholeMerchant, visibleTo } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/rows/list.ts'
import { linesOfEach } from '../../pricing/versions/lines-of.ts'

type Money = ReplyOf<typeof transactionMoneyEndpoint>
type Why = NonNullable<Money['booked'][number]['why']>

/** Of the provider alone: expected cost and partners' shares, and what corrects them. */
const ofProvider: Partial<Record<LedgerKind, -1 | 1>> = {
  cost_expected: -1,
  cost_more: -1,
  cost_less: 1,
  partner_share: -1,
  partner_share_undone: 1,
}

/** What was booked of a payment, in order, each price with its line and the lines that lost. */
export async function transactionMoney(db: Reader, actor: Actor, id: string): Promise<Money> {
  const row = await requireRow(transactionSource, db, actor, id)
  const [merchant, currency] = [String(row['merchant']), String(row['currency_code'])]
  const mayList = ({ roles }: Entity) => actor.psp && isAllowed(roles.list, actor.roles)
  const [seesCosts, seesShares] = [mayList(costScheme), mayList(partnerScheme)]
  const sees = (kind: LedgerKind) =>
    ofProvider[kind] !== undefined && (kind.startsWith('partner_share') ? seesShares : seesCosts)
  const transfers = (await transfersOf(db, actor, merchant, id)).filter(
    ({ kind }) => payableSign(kind) !== 0 || sees(kind),
  )
  const payment = { merchant, id, created_at: String(row['created_at']) }
  const whyOf = await explaining(db, payment, transfers)
  const files = seesCosts ? await filesOf(db, merchant, transfers) : new Map<string, FileLine>()
  const booked = transfers.map((each) => ({
    kind: each.kind,
    amount: each.amount * (payableSign(each.kind) || (ofProvider[each.kind] ?? 0)),
    business_day: each.business_day,
    available_on: each.available_on,
    release_on: each.release_on,
    settlement: each.settlement,
    part: each.part,
    file:
      seesCosts && each.kind !== 'fee' && each.part !== null && !each.is_reversal
        ? (files.get(each.subject_id) ?? null)
        : null,
    is_unpriced: each.kind === 'capture' && each.scheme_line === null,
    why: whyOf(each),
  }))
  return {
    currency_code: currency,
    booked,
    never_booked: booked.length === 0 ? await neverBookedOf(db, payment) : null,
    vat: seesWholeMerchant(actor) ? await vatOf(db, merchant, currency, transfers) : [],
    margin: seesCosts && seesShares ? marginOf(booked) : null,
  }
}

/** The trigger that feeds the ledger leaves out the same payments. */
async function neverBookedOf(db: Reader, { merchant, id, created_at }: Payment): Promise<Money['never_booked']> {
  const { rows } = await sql<{ before: boolean; imported: boolean }>`
    select ${created_at}::timestamptz < counts_from as before,
      is_imported(${merchant}, ${created_at}::timestamptz, ${id}) as imported from ledger_day`.execute(db)
  const [found] = rows
  if (found?.imported) return 'imported'
  return found?.before ? 'before_ledger' : null
}

/** The key of a payment. */
interface Payment {
  merchant: string
  id: string
  created_at: string
}

interface Transfer {
  kind: LedgerKind
  amount: number
  business_day: string
  available_on: string | null
  release_on: string | null
  settlement: { id: string; number: string } | null
  scheme_line: number | null
  part: FeePart | null
  is_reversal: boolean
  subject_id: string
  book_id: string
}

async function transfersOf(db: Reader, actor: Actor, merchant: string, id: string): Promise<Transfer[]> {
  const { roles } = actor
  const seesSettlements = isAllowed(settlement.roles.list, roles) || isAllowed(pspSettlement.roles.list, roles)
  const { rows } = await sql<Transfer>`
    select k.name as kind, t.amount, t.business_day, t.available_on, t.release_on, t.scheme_line, t.part, t.reverses is not null as is_reversal,
      t.subject_id, t.book_id, case when s.id is not null then json_build_object('id', s.id, 'number', s.number) end as settlement
    from ledger_transfer t join ledger_kind k using (kind)
      left join settlement s on ${seesSettlements} and s.merchant_id = t.merchant_id and s.book_id = t.book_id
        and s.currency_code = t.currency_code and s.covers @> t.available_on and ${visibleTo(actor, 's')}
    where t.merchant_id = ${merchant} and t.transaction_id = ${id}
    order by t.business_day, t.seq`.execute(db)
  return rows
}

type FileLine = NonNullable<Money['booked'][number]['file']>

/** The lines of processors' files that corrected fees, by the payment or the refund. */
async function filesOf(db: Reader, merchant: string, transfers: readonly Transfer[]): Promise<Map<string, FileLine>> {
  const corrected = transfers.filter(({ kind, part }) => part !== null && kind !== 'fee')
  if (corrected.length === 0) return new Map()
  const { rows } = await sql<FileLine & { subject_id: string }>`
    select r.subject_id, f.processor_settlement_id as processor_settlement, f.name, r.line
    from reconciled_line r join processor_settlement_file f on f.merchant_id = r.merchant_id and f.id = r.file_id
    where r.merchant_id = ${merchant} and r.subject_id = any(${corrected.map(({ subject_id }) => subject_id)}::uuid[])
      and r.matched in ('EXACT', 'FUZZY', 'HAND') and r.kind in ('payment', 'refund')`.execute(db)
  return new Map(rows.map(({ subject_id, ...file }) => [subject_id, file]))
}

/** Kinds whose row says by which line they were priced. */
const priced: readonly LedgerKind[] = [
  ...feeKinds,
  'cost_expected',
  'cost_less',
  'partner_share',
  'partner_share_undone',
]

interface LineOfVersion extends Omit<Why, 'of_amount' | 'beaten' | 'line' | 'volume'> {
  id: number
  version_id: string
}

async function explaining(
  db: Reader,
  of: Payment,
  transfers: readonly Transfer[],
): Promise<(transfer: Transfer) => Why | null> {
  const wanted = transfers.filter(({ kind }) => priced.includes(kind)).map(({ scheme_line }) => scheme_line)
  const known = await linesNamed(
    db,
    wanted.filter((line) => line !== null),
  )
  const lines = await linesOfEach(db, [...new Set([...known.values()].map(({ version_id }) => version_id))])
  const payment = await paymentOf(db, of)
  const volumes = await volumesOf(db, of.merchant, payment.currency_code, transfers)
  return ({ kind, scheme_line, subject_id, business_day }) => {
    const named = scheme_line === null || !priced.includes(kind) ? undefined : known.get(scheme_line)
    const ofVersion = lines.get(named?.version_id ?? '') ?? []
    const line = ofVersion.find((each) => each.id === scheme_line)
    if (!named || !line) return null
    const event = isAncillary(line.event)
      ? { business_day, amount: payment.amount }
      : transfers.find((each) => each.subject_id === subject_id && each.kind === line.event)
    const { scheme_name, version, valid_from, currency_code, percentage_of, number } = named
    const volume = event ? volumes.get(event.business_day) : undefined
    const asked = { event: line.event, amount: event?.amount ?? 0, volume: volume?.amount ?? 0 }
    const fitting = event ? inOrder(ofVersion, currency_code, { ...payment, ...asked }) : []
    return {
      ...{ scheme_name, version, valid_from, currency_code, percentage_of, number, line: shown(line) },
      // A partner's share may be one of the margin.
      of_amount: kind.startsWith('partner_share') ? null : (event?.amount ?? null),
      volume: (ofVersion.some(hasTier) && volume) || null,
      beaten: fitting
        .filter((each) => each !== line)
        .map((each) => ({ number: ofVersion.indexOf(each) + 1, line: shown(each) })),
    }
  }
}

/** What the merchant captured in the month before each day on which something was booked. */
async function volumesOf(
  db: Reader,
  merchant: string,
  currency: string,
  transfers: readonly Transfer[],
): Promise<Map<string, NonNullable<Why['volume']>>> {
  const days = [...new Set(transfers.map(({ business_day }) => business_day))]
  const { rows } = await sql<{ day: string; month: string; amount: number }>`
    select day::text as day, to_char(date_trunc('month', day) - interval '1 month', 'YYYY-MM') as month,
      volume_before(${merchant}, ${currency}, day) as amount
    from unnest(${days}::date[]) as x (day)`.execute(db)
  return new Map(rows.map(({ day, ...volume }) => [day, volume]))
}

/** The lines of a scheme in this currency that fit, the weightiest first. */
const inOrder = <L extends Line>(lines: readonly L[], currency: string | null, payment: Priced): L[] =>
  lines
    .filter((line) => fits({ ...line, currency_code: line.currency_code ?? currency }, payment))
    .sort((one, other) => maskOf(other) - maskOf(one))

const shown = ({ id: _, ...line }: Line & { id: number }): Line => line

/** The lines that transfers name, as far as the caller's database role may read them. */
async function linesNamed(db: Reader, ids: readonly number[]): Promise<Map<number, LineOfVersion>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<LineOfVersion>`
    select l.id, l.position as number, l.version_id, v.number as version, v.valid_from, v.share_of as percentage_of, s.name as scheme_name,
      s.currency_code
    from scheme_line l join scheme_version v on v.id = l.version_id join scheme s on s.id = v.scheme_id
    where l.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What prices look at of a payment. */
async function paymentOf(db: Reader, { merchant, id, created_at }: Payment): Promise<Omit<Priced, 'event' | 'volume'>> {
  const { card_issuer_country, country_code, ...found } = await db
    .selectFrom('transaction as t')
    .innerJoin('merchant as m', 'm.id', 't.merchant_id')
    .leftJoin('processor as p', (join) =>
      join.onRef('p.merchant_id', '=', 't.merchant_id').onRef('p.id', '=', 't.processor_id'),
    )
    .select([
      'p.gateway',
      't.payment_product as product',
      't.card_brand as brand',
      't.card_holder as holder',
      't.card_funding as funding',
    ])
    .select(['t.amount', 't.channel', 't.currency_code', 't.card_issuer_country', 'm.country_code'])
    .where('t.merchant_id', '=', merchant)
    .where('t.created_at', '=', created_at)
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    ...found,
    region: regionOf(card_issuer_country),
    domestic: card_issuer_country === null ? null : card_issuer_country === country_code,
  }
}

const isAncillaryFee = (kind: LedgerKind): boolean => ancillaryFees.some((each) => each === kind)

/** VAT is booked once a day for a book; a part of a merchant's tree does not see the sums of all of it. */
async function vatOf(
  db: Reader,
  merchant: string,
  currency: string,
  transfers: readonly Transfer[],
): Promise<Money['vat']> {
  const fees = transfers.filter(({ kind }) => kind === 'fee' || isAncillaryFee(kind))
  if (fees.length === 0) return []
  const { rows } = await sql<Money['vat'][number]>`
    select business_day, sum(case when kind = ${ledgerKinds.vat.kind} then amount else -amount end)::bigint as amount
    from ledger_transfer
    where merchant_id = ${merchant} and transaction_id is null and subject_id = book_id and kind in (${ledgerKinds.vat.kind}, ${ledgerKinds.vat_less.kind})
      and currency_code = ${currency} and book_id = any(${fees.map(({ book_id }) => book_id)}::uuid[])
      and business_day = any(${fees.map(({ business_day }) => business_day)}::date[])
    group by business_day order by business_day`.execute(db)
  return rows
}

function marginOf(booked: Money['booked']): NonNullable<Money['margin']> {
  const sumOf = (...kinds: LedgerKind[]) =>
    booked.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  const [fee, cost, share] = [
    -sumOf(...feeKinds),
    -sumOf('cost_expected', 'cost_more', 'cost_less'),
    -sumOf('partner_share', 'partner_share_undone'),
  ]
  return { fee, cost, share, margin: fee - cost - share }
}
