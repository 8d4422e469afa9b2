import { firstOfMonth, plusMonths } from '@kontor/contract/dates'
import { needsAnother, type OneOffKind, type OneOffStatus } from '@kontor/contract/settlements/one-offs/one-off.rules'
import type { Client } from 'pg'
import type { Databases } from '../../platform/db/database.ts'
import type { Days } from '../../platform/time/months.ts'
import { oneOffsJob } from '../../settlements/one-offs/one-offs-job.ts'
import type { Place } from '../structure.ts'
import type { Random } from '../trade/random.ts'
import { day } from '../trade/seasons.ts'

interface DemoOneOff {
  /** The place of its merchant. */
  of: number
  kind: OneOffKind
  amount: number
  vat?: boolean
  nl: string
  en: string
  /** Days from today; months: the first day of a month that many months from now. */
  days?: number
  months?: number
  repeats?: number
  status: Exclude<OneOffStatus, 'BOOKED'>
}

const oneOffs: readonly DemoOneOff[] = [
  {
    of: 0,
    kind: 'CHARGE',
    amount: -1_495,
    vat: true,
    nl: 'Huur betaalterminal',
    en: 'Terminal rental',
    months: -8,
    repeats: 24,
    status: 'APPROVED',
  },
  {
    of: 0,
    kind: 'CREDIT',
    amount: 7_500,
    nl: 'Tegemoetkoming storing',
    en: 'Compensation for an outage',
    days: 0,
    status: 'OPEN',
  },
  {
    of: 0,
    kind: 'CORRECTION',
    amount: 1_210,
    nl: 'Dubbel berekende kosten terug',
    en: 'Fee charged twice, given back',
    days: -40,
    status: 'APPROVED',
  },
  {
    of: 0,
    kind: 'CHARGE',
    amount: -995,
    nl: 'Verloren terminalsleutel',
    en: 'Lost terminal key',
    days: -12,
    status: 'CANCELLED',
  },
  {
    of: 0,
    kind: 'GUARANTEE',
    amount: -50_000,
    nl: 'Borg betaalterminals',
    en: 'Guarantee for terminals',
    days: 10,
    status: 'APPROVED',
  },
  {
    of: 1,
    kind: 'CHARGE',
    amount: -995,
    nl: 'Verloren terminalsleutel',
    en: 'Lost terminal key',
    days: -20,
    status: 'APPROVED',
  },
  {
    of: 3,
    kind: 'CHARGE',
    amount: -62_500,
    vat: true,
    nl: 'Inrichting en training',
    en: 'Set-up and training',
    days: -65,
    status: 'APPROVED',
  },
]

/** One-offs of each status and kind. Those whose day has passed are booked with the history. */
export async function addOneOffs(client: Client, random: Random, places: readonly Place[], now: number): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10)
  const [author, approver] = [random.id(now - 700 * day), random.id(now - 690 * day)]
  for (const one of oneOffs) {
    const place = places[one.of]
    if (!place) continue
    const date =
      one.months === undefined
        ? new Date(now + (one.days ?? 0) * day).toISOString().slice(0, 10)
        : firstOfMonth(plusMonths(today, one.months))
    const at = Math.min(now, Date.parse(date) - 3 * day)
    const id = random.id(at)
    const isApproved = one.status === 'APPROVED'
    await client.query(
      `insert into one_off (merchant_id, id, created_at, organisation_id, date, series_date, series_id, kind, description_nl,
         description_en, amount, vat, currency_code, repeat, repeat_until, status, authors, created_by, needs_another,
         approved_by_id, approved_by, approved_at, cancelled_by)
       select m.id, $2, $3, m.id, $4, $4, $2, $5, $6, $7, $8, $9, (select currency_code from payment_profile where merchant_id = m.id order by created_at, id limit 1), $10, $11, $12, $13, 'Pien Terpstra', $14, $15,
         $16, $17, $18 from merchant m where m.id = $1`,
      [
        ...[place.id, id, new Date(at), date, one.kind, one.nl, one.en, one.amount, one.vat ?? false],
        ...[one.repeats ? 'MONTHLY' : 'NONE', one.repeats ? plusMonths(date, one.repeats) : null, one.status, [author]],
        needsAnother({ amount: one.amount, currency_code: 'EUR', repeat: one.repeats ? 'MONTHLY' : 'NONE' }),
        ...(isApproved ? [approver, 'Ruben Postma', new Date(at)] : [null, null, null]),
        one.status === 'CANCELLED' ? 'Pien Terpstra' : null,
      ],
    )
  }
}

/** Books those whose day has come when these days are closed: on the first day after them. */
export async function bookOneOffs(databases: Databases, { last }: Days): Promise<void> {
  const job = oneOffsJob(databases)
  while (await job.run(new Date(Date.parse(last) + 1.5 * day)));
}
