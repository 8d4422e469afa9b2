import type { Language } from '@kontor/contract/codes/languages'
import { madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { formatMoney } from '@kontor/contract/money'
import { findPerson } from '../identity/access/person.ts'
import type { Databases } from '../platform/db/database.ts'
import { messageOf } from '../platform/mail/mail-text.ts'
import type { MailMaker } from '../platform/mail/worker.ts'
import { incidentMailTexts, type Why } from './incident-mail.texts.ts'

export const incidentMail = 'charged_beside'

/**
 * The mail about money that a processor took of a payment that had gone on to another one, or that we had given up, and about what
 * it carried out twice. It has nothing about the payer.
 */
export const makeIncidentMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, { user = '', contradiction = '', number = '1' }) => {
    const db = databases.provider
    const person = await findPerson(db, { id: user })
    if (!person?.active) return undefined
    const found = await db
      .selectFrom('contradiction as c')
      .innerJoin('merchant as m', 'm.id', 'c.merchant_id')
      .innerJoin('processor as p', (join) =>
        join.onRef('p.merchant_id', '=', 'c.merchant_id').onRef('p.id', '=', 'c.processor_id'),
      )
      .select(['c.id', 'c.kind', 'c.they_say', 'c.superseded'])
      .select(['c.our_amount', 'c.currency_code', 'c.their_amount', 'c.their_currency_code'])
      .select(['m.name as merchant', 'p.name as processor'])
      .where('c.id', '=', contradiction)
      .executeTakeFirst()
    if (!found) return undefined
    const { language, name, email } = person
    const [why, count] = [whyOf(found), Number(number)]
    const text = incidentMailTexts[language]({ ...found, why, amount: amountOf(found, why, language), number: count })
    const url = `${publicUrl}/psp/contradictions${count === 1 ? `/${found.id}` : ''}`
    return messageOf(text, { to: { name, address: email }, language, url })
  }

interface Amounts {
  our_amount: number | null
  currency_code: string | null
  their_amount: number | null
  their_currency_code: string | null
}

/** The amount that the processor reports; of money that it moved twice, the amount that was ordered once. */
function amountOf(of: Amounts, why: Why, language: Language): string {
  const ours = [of.our_amount ?? 0, of.currency_code ?? 'EUR'] as const
  const isTwice = why === 'charged_twice' || why === 'refunded_twice'
  const [amount, currency] =
    isTwice || of.their_amount === null ? ours : [of.their_amount, of.their_currency_code ?? ours[1]]
  return formatMoney(amount, currency, language)
}

function whyOf({ they_say, kind, superseded }: { they_say: string; kind: string; superseded: boolean }): Why {
  if (they_say === madeTwice) return kind === 'refund' ? 'refunded_twice' : 'charged_twice'
  return superseded ? 'superseded' : 'given_up'
}
