import { type Language, languages } from '@kontor/contract/codes/languages'
import { decimalSign, formatMoney } from '@kontor/contract/money'
import { sql } from 'kysely'
import type { Databases, Reader } from '../../platform/db/database.ts'
import { dayInWords } from '../../platform/mail/day-in-words.ts'
import { messageOf, oneLine } from '../../platform/mail/mail-text.ts'
import type { Values } from '../../platform/mail/outbox.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { exchangeRate } from '../exchange-rate.ts'
import { type Payout, settlementMailTexts } from './settlement-mail.texts.ts'

export const settlementMail = 'settlement_closed'

/**
 * The mail about a settlement that closed, to one recipient of its profile. It has the sums, and a link behind which one signs
 * in. Undefined: the address is no recipient any more.
 */
export const makeSettlementMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, values) => {
    const found = await findSettlement(databases.provider, values)
    const { address = '', settlement = '' } = values
    if (!found) return undefined
    const language: Language = languages.find((each) => each === found.language) ?? 'nl'
    const money = (amount: number) => formatMoney(amount, found.currency_code, language)
    const day = (text: string) => dayInWords(text, language)
    const text = settlementMailTexts[language]({
      ...{ merchant: oneLine(found.merchant), number: found.number },
      ...{ from: day(found.covers_from), through: day(found.covers_through) },
      total: money(found.total),
      payout: payoutOf(found, { money: (amount) => formatMoney(amount, found.payout_currency, language), day }),
      exchange:
        found.exchange_rate === null
          ? null
          : {
              of: money(found.paid),
              rate: found.exchange_rate.replaceAll('.', decimalSign(language)),
              on: day(found.rate_on ?? ''),
            },
      carried: found.carried === 0 ? null : money(found.carried),
    })
    return messageOf(text, { to: { name: '', address }, language, url: `${publicUrl}/report/settlement/${settlement}` })
  }

/** What is said of the payout depends on how far it is when the mail is made. */
function payoutOf(
  { status, payout, pay_on, paid_on }: Found,
  { money, day }: { money: (amount: number) => string; day: (text: string) => string },
): Payout {
  const amount = money(payout)
  if (status === 'PAID' && paid_on !== null) return { what: 'paid', amount, on: day(paid_on) }
  if (status === 'RETURNED') return { what: 'returned', amount }
  if (pay_on === null) return { what: 'nothing' }
  return status === 'ON_HOLD' ? { what: 'waits', amount } : { what: 'due', amount, on: day(pay_on) }
}

interface Found {
  status: string
  paid_on: string | null
  merchant: string
  language: string
  number: string
  currency_code: string
  covers_from: string
  covers_through: string
  total: number
  paid: number
  carried: number
  pay_on: string | null
  /** What is paid out, in its currency, and by which rate of which day it was exchanged. */
  payout: number
  payout_currency: string
  exchange_rate: string | null
  rate_on: string | null
}

async function findSettlement(
  db: Reader,
  { merchant = '', settlement = '', address = '' }: Values,
): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select m.name as merchant, coalesce(p.language, m.language) as language, s.number, s.currency_code,
      lower(s.covers)::text as covers_from, (upper(s.covers) - 1)::text as covers_through, s.total, s.paid, s.carried,
      s.pay_on::text as pay_on, s.status, o.paid_on::text as paid_on, coalesce(s.payout_amount, s.paid) as payout,
      coalesce(s.payout_currency_code, s.currency_code) as payout_currency, ${exchangeRate} as exchange_rate, s.rate_on::text as rate_on
    from settlement s join merchant m on m.id = s.merchant_id
      join settlement_profile p on p.merchant_id = s.merchant_id and p.id = s.settlement_profile_id
      left join payout o on o.merchant_id = s.merchant_id and o.id = s.id
    where s.merchant_id = ${merchant} and s.id = ${settlement} and ${address} = any(p.recipients)`.execute(db)
  return rows[0]
}
