import { plusMonths } from '@kontor/contract/dates'
import { isCurrencyCode } from '@kontor/contract/money'
import { Refusal } from '@kontor/contract/refusal'
import {
  needsAnother,
  type OneOffKind,
  type OneOffRepeat,
  oneOffDays,
  suitsKind,
} from '@kontor/contract/settlements/one-offs/one-off.rules'
import { findTransaction } from '../../engine/records/stored-transaction.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { refuseCardNumber } from '../../platform/refuse-card-number.ts'

export interface OneOffValues {
  date: string
  kind: OneOffKind
  description_nl: string
  description_en: string
  /** Minor units; negative: taken from the merchant. */
  amount: number
  vat: boolean
  currency_code: string
  transaction?: string | null | undefined
  repeat: OneOffRepeat
  repeat_until?: string | null | undefined
}

interface Of {
  merchant: string
  organisation: string
}

/** Checks the values of a one-off, and makes the columns of them. One that is about a payment belongs to its organisation. */
export async function checkedOneOff(trx: Trx, actor: Actor, of: Of, values: OneOffValues, now: Date) {
  const { date, kind, description_nl, description_en, amount, vat, currency_code, repeat } = values
  await refuseCardNumber(trx, 'body.description_nl', description_nl)
  await refuseCardNumber(trx, 'body.description_en', description_en)
  if (!isCurrencyCode(currency_code)) throw new Refusal('invalid_request', { 'body.currency_code': 'invalid_currency' })
  if (!suitsKind(kind, amount)) throw new Refusal('invalid_request', { 'body.amount': 'sign_of_kind' })
  const repeat_until = repeat === 'NONE' ? null : (values.repeat_until ?? null)
  refuseDays(date, repeat === 'NONE' ? undefined : repeat_until, now)
  const payment = await paymentOf(trx, actor, of, values)
  return {
    ...{ organisation_id: payment?.organisation_id ?? of.organisation, date, series_date: date, kind },
    ...{ description_nl, description_en, amount, vat, currency_code, repeat, repeat_until },
    ...{ transaction_created_at: payment?.created_at ?? null, transaction_id: payment?.id ?? null },
    needs_another: needsAnother({ amount, currency_code, repeat }),
  }
}

const day_ms = 86_400_000

/** `until` is undefined for one that does not repeat. */
function refuseDays(date: string, until: string | null | undefined, now: Date): void {
  const ahead = (Date.parse(date) - now.getTime()) / day_ms
  if (ahead > oneOffDays.ahead || ahead < -oneOffDays.behind) throw new Refusal('too_far', { 'body.date': 'too_far' })
  if (until === undefined) return
  if (until === null) throw new Refusal('invalid_request', { 'body.repeat_until': 'required' })
  if (until < plusMonths(date, 1)) throw new Refusal('invalid_request', { 'body.repeat_until': 'repeats_never' })
  if (Date.parse(until) - Date.parse(date) > oneOffDays.ahead * day_ms)
    throw new Refusal('too_far', { 'body.repeat_until': 'too_far' })
}

async function paymentOf(trx: Trx, actor: Actor, { merchant }: Of, { transaction, currency_code }: OneOffValues) {
  if (!transaction) return undefined
  const found = await findTransaction(trx, actor, transaction)
  if (found?.merchant_id !== merchant) throw new Refusal('invalid_request', { 'body.transaction': 'not_found' })
  if (found.currency_code !== currency_code)
    throw new Refusal('currency_mismatch', { 'body.currency_code': 'currency_mismatch' })
  return found
}
