import { type LedgerKind, ledgerKinds, longestDelay, type PayableKind } from '@kontor/contract/ledger/ledger.rules'
import { exponentOf } from '@kontor/contract/money'
import type { feeKinds } from '@kontor/contract/pricing/price.rules'
import { Refusal } from '@kontor/contract/refusal'
import { settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { settledKinds } from '@kontor/contract/settlements/settlement-transfer.entity'
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { paymentOf } from '../../ledger/payment-of.ts'
import { type Actor, visibleTo } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { inert } from '../../platform/export/cells.ts'
import { numbersOf, ofFees } from '../../pricing/kind-numbers.ts'

interface Settled {
  merchant_id: string
  book_id: string
  currency_code: string
  /** Its days, both included. */
  from: string
  through: string
  number: string
  company: string
  account: string
  /** Minor units as texts. */
  opening: string
  paid: string
  carried: string
}

/** What moves the money of a payment, in the words of Adyen's report. */
const typeOf = {
  capture: 'Settled',
  capture_undone: 'SettledReversed',
  refund: 'Refunded',
  refund_undone: 'RefundedReversed',
  chargeback: 'Chargeback',
  chargeback_reversed: 'ChargebackReversed',
} as const satisfies Partial<Record<LedgerKind, string>>

/** A fee says so itself, and a payout is never available to a settlement. */
type OtherKind = Exclude<PayableKind, keyof typeof typeOf | (typeof feeKinds)[number] | 'payout'>

/** What belongs to no payment of this settlement. */
const otherTypes: Readonly<Record<OtherKind, string>> = {
  ...{ vat: 'InvoiceDeduction', vat_less: 'InvoiceDeduction', one_off_credit: 'MiscCosts', one_off_debit: 'MiscCosts' },
  ...{ reserve_hold: 'ReserveAdjustment', reserve_release: 'ReserveAdjustment', reserve_used: 'ReserveAdjustment' },
  ...{ payout_returned: 'MerchantPayout', debt_collected: 'MerchantPayin', written_off: 'DepositCorrection' },
  ...{ invoiced: 'InvoiceDeduction', invoiced_less: 'InvoiceDeduction', invoice_taken: 'InvoiceDeduction' },
  ...{ volume_rebate: 'MiscCosts', fx_in: 'Balancetransfer', fx_margin: 'MiscCosts', fx_out: 'Balancetransfer' },
}

/** Methods and brands whose name is another one there. */
const methods = { mastercard: 'mc', sepa_debit: 'sepadirectdebit' }

/**
 * A settlement with the standard columns of Adyen's Settlement details report. A payment, refund or chargeback is a line with its
 * fee; everything else is a line of its own, with the payout and what was and is carried. So all lines add up to zero.
 */
export async function detailsFile(
  db: Reader,
  actor: Actor,
  id: string,
): Promise<{ name: string; statement: CompiledQuery }> {
  const { rows } = await sql<Settled>`
    select s.merchant_id, s.book_id, s.currency_code, lower(s.covers)::text as "from", (upper(s.covers) - 1)::text as through, s.number,
      m.name as company, o.name as account, s.opening::text as opening, s.paid::text as paid, s.carried::text as carried
    from settlement s join merchant m on m.id = s.merchant_id
      join organisation o on o.merchant_id = s.merchant_id and o.id = s.organisation_id
    where s.id = ${id} and ${visibleTo(actor, 's')}`.execute(db)
  const [of] = rows
  if (!of) throw new Refusal('not_found')
  const batch = Number(of.number.split('-')[1])
  return { name: `settlement_detail_report_batch_${batch}.csv`, statement: linesOf(of, batch).compile(db) }
}

function linesOf(of: Settled, batch: number): RawBuilder<unknown> {
  const text = (amount: string) => decimal(sql.raw(amount), of.currency_code)
  const more = (amount: string) => sql`case when ${sql.raw(amount)} > 0 then ${text(amount)} end`
  const less = (amount: string) => sql`case when ${sql.raw(amount)} < 0 then ${text(`-${amount}`)} end`
  const part = (name: string) => sql`case when ${sql.raw(name)} <> 0 then ${text(`-${name}`)} end`
  return sql`
    with moved as (
      select t.transaction_id, t.subject_id, t.business_day, k.name as kind, t.kind as number, t.part, t.scheme_line,
        case when k.credit = ${sql.lit(ledgerKinds.capture.credit)} then t.amount else -t.amount end as amount, payment.merchant_reference,
        coalesce(payment.card_brand, payment.payment_product) as method
      from ledger_transfer t join ledger_kind k using (kind) left join transaction payment on ${paymentOf('t')}
      where t.merchant_id = ${of.merchant_id} and t.book_id = ${of.book_id} and t.currency_code = ${of.currency_code}
        and t.available_on between ${of.from}::date and ${of.through}::date
        and t.business_day between ${of.from}::date - ${sql.lit(longestDelay)}::int and ${of.through}::date
        and t.kind in (${numbersOf(...settledKinds)})),
    event as (
      select transaction_id, subject_id, kind, min(business_day) as day, sum(amount) as gross, min(merchant_reference) as merchant_reference,
        min(method) as method
      from moved where number in (${numbersOf(...ofPayments)}) group by 1, 2, 3),
    fee as (
      select m.transaction_id, m.subject_id, coalesce(l.event, m.kind) as of_kind, min(m.business_day) as day, sum(m.amount) as net,
        min(m.merchant_reference) as merchant_reference, min(m.method) as method,
        ${feePart(sql`m.part is null`)} as commission, ${feePart(sql`m.part = 'markup'`)} as markup,
        ${feePart(sql`m.part = 'scheme_fees'`)} as scheme_fees, ${feePart(sql`m.part = 'interchange'`)} as interchange
      from moved m left join scheme_line l on l.id = m.scheme_line
      where m.number in (${ofFees}) and m.transaction_id is not null group by 1, 2, 3),
    line as (
      select 0 as place, null::date as day, 'Balancetransfer' as type, null::uuid as payment, null::uuid as subject, null as reference,
        null as method, null::numeric as gross, ${of.opening}::numeric as net, 0::numeric as commission, 0::numeric as markup,
        0::numeric as scheme_fees, 0::numeric as interchange
      where ${of.opening}::numeric <> 0
      union all
      select 1, e.day, ${words(typeOf, sql`e.kind`)}, e.transaction_id, e.subject_id, e.merchant_reference, e.method, e.gross,
        e.gross + coalesce(f.net, 0), coalesce(f.commission, 0), coalesce(f.markup, 0), coalesce(f.scheme_fees, 0), coalesce(f.interchange, 0)
      from event e left join fee f on f.transaction_id = e.transaction_id and f.subject_id = e.subject_id and f.of_kind = e.kind
      union all
      select 1, f.day, 'Fee', f.transaction_id, f.subject_id, f.merchant_reference, f.method, null, f.net, 0, 0, 0, 0
      from fee f where not exists (select from event e
        where e.transaction_id = f.transaction_id and e.subject_id = f.subject_id and e.kind = f.of_kind)
      union all
      select 2, m.business_day, ${words(otherTypes, sql`m.kind`)}, null,
        case when m.number in (${numbersOf(...settlementSteps.one_offs)}) then m.subject_id end, m.kind, null, null, sum(m.amount), 0, 0, 0, 0
      from moved m
      where m.number not in (${numbersOf(...ofPayments)}) and not (m.number in (${ofFees}) and m.transaction_id is not null)
      group by m.business_day, m.kind, 5
      union all
      select 3, null, 'MerchantPayout', null, null, null, null, null, -${of.paid}::numeric, 0, 0, 0, 0 where ${of.paid}::numeric <> 0
      union all
      select 4, null, 'Balancetransfer', null, null, null, null, null, -${of.carried}::numeric, 0, 0, 0, 0 where ${of.carried}::numeric <> 0)
    select ${inert(sql`${of.company}::text`)} as "Company Account", ${inert(sql`${of.account}::text`)} as "Merchant Account", payment as "Psp Reference",
      ${inert(sql`reference`)} as "Merchant Reference", ${words(methods, sql`method`, sql`method`)} as "Payment Method",
      coalesce(day, case place when 0 then ${of.from}::date else ${of.through}::date end)::text || ' 00:00:00' as "Creation Date", 'UTC' as "TimeZone",
      type as "Type", subject as "Modification Reference", case when gross is not null then ${of.currency_code}::text end as "Gross Currency",
      ${less('gross')} as "Gross Debit (GC)", ${more('gross')} as "Gross Credit (GC)", '1' as "Exchange Rate",
      ${of.currency_code}::text as "Net Currency", ${less('net')} as "Net Debit (NC)", ${more('net')} as "Net Credit (NC)",
      ${part('commission')} as "Commission (NC)", ${part('markup')} as "Markup (NC)", ${part('scheme_fees')} as "Scheme Fees (NC)",
      ${part('interchange')} as "Interchange (NC)", null as "Payment Method Variant", null as "Modification Merchant Reference",
      ${batch}::int as "Batch Number", null as "Reserved4", null as "Reserved5", null as "Reserved6", null as "Reserved7", null as "Reserved8",
      null as "Reserved9", null as "Reserved10"
    from line where net <> 0 or gross <> 0
    order by place, day, payment, type, subject, reference`
}

// The keys are those of `typeOf`.
const ofPayments = Object.keys(typeOf) as (keyof typeof typeOf)[]

const feePart = (isOf: RawBuilder<unknown>) => sql`coalesce(sum(m.amount) filter (where ${isOf}), 0)`

/** The word for a value; without one, another expression, or that it is a fee. */
const words = (named: Readonly<Record<string, string>>, value: RawBuilder<unknown>, otherwise = sql`'Fee'`) => sql`
  case ${value} ${sql.join(
    Object.entries(named).map(([name, word]) => sql`when ${sql.lit(name)} then ${sql.lit(word)}`),
    sql` `,
  )} else ${otherwise} end`

/** Minor units as 25.00. */
const decimal = (amount: RawBuilder<unknown>, currency: string) =>
  sql`round((${amount}) / ${sql.lit(10 ** exponentOf(currency))}::numeric, ${sql.lit(exponentOf(currency))})::text`
