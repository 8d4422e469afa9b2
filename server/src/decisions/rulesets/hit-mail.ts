import { languages } from '@kontor/contract/identity/session'
import type { Databases } from '../../platform/db/database.ts'
import { messageOf } from '../../platform/mail/mail-text.ts'
import type { MailMaker } from '../../platform/mail/worker.ts'
import { hitMailTexts } from './hit-mail.texts.ts'

export const hitMail = 'ruleset_hit'

/** The mail about payments that a ruleset hit; undefined when the ruleset is deleted. It has nothing about the payer. */
export const makeHitMail =
  ({ databases, publicUrl }: { databases: Databases; publicUrl: string }): MailMaker =>
  async (_template, { merchant = '', ruleset = '', hits = '1', blocked = '0', payment = '', address = '' }) => {
    const found = await databases.provider
      .selectFrom('validation_ruleset as r')
      .innerJoin('merchant as m', 'm.id', 'r.merchant_id')
      .innerJoin('transaction as t', (join) =>
        join.onRef('t.merchant_id', '=', 'r.merchant_id').on('t.id', '=', payment),
      )
      .select(['r.name', 'r.action', 'm.name as merchant', 'm.language', 't.merchant_reference as reference'])
      .where('r.merchant_id', '=', merchant)
      .where('r.id', '=', ruleset)
      .executeTakeFirst()
    if (!found) return undefined
    const language = languages.find((each) => each === found.language) ?? 'nl'
    const text = hitMailTexts[language]({ ...found, hits: Number(hits), blocked: Number(blocked) })
    const list = found.action === 'block' ? 'transactionsBlocked' : 'transactions'
    const url = `${publicUrl}/${list}?rulesets[]=${ruleset}`
    return messageOf(text, { to: { name: address, address }, language, url })
  }
