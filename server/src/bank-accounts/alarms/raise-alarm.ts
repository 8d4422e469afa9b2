import type { getAlarmEndpoint } from '@kontor/contract/bank-accounts/bank-account.endpoints'
import { type Language, languages } from '@kontor/contract/codes/languages'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { hashOf } from '../../identity/access/secrets.ts'
import { engineActor } from '../../platform/db/actor.ts'
import type { Databases, Reader, Trx } from '../../platform/db/database.ts'
import { inCommand } from '../../platform/db/in-command.ts'
import { maskedIban } from '../masked-iban.ts'
import { holdPayouts } from './hold-payouts.ts'
import { tellProvider, type Warning } from './warn-of-account.ts'

type Shown = ReplyOf<typeof getAlarmEndpoint>

/** What the link of a mail is about. It changes nothing. */
export async function getAlarm(db: Reader, token: string, now: Date): Promise<Shown> {
  const { merchant, holder, iban, added_at, is_used } = await findAlarm(db, token, now)
  return { merchant, holder, iban, added_at, is_used }
}

interface Found extends Shown {
  merchant_id: string
  language: Language
}

async function findAlarm(db: Reader, token: string, now: Date): Promise<Found> {
  const found = await db
    .selectFrom('bank_account_alarm as a')
    .innerJoin('merchant as m', 'm.id', 'a.merchant_id')
    .innerJoin('bank_account as b', (join) =>
      join.onRef('b.merchant_id', '=', 'a.merchant_id').onRef('b.id', '=', 'a.bank_account_id'),
    )
    .select([
      'a.merchant_id',
      'm.name as merchant',
      'm.language',
      'b.holder',
      maskedIban('b').as('iban'),
      'b.created_at as added_at',
    ])
    .select(sql<boolean>`a.used_at is not null`.as('is_used'))
    .where('a.token_hash', '=', hashOf(token))
    .where('a.expires_at', '>', now.toISOString())
    .executeTakeFirst()
  if (!found) throw new Refusal('alarm_over')
  return { ...found, language: languages.find((each) => each === found.language) ?? 'nl' }
}

interface House {
  databases: Databases
  warning: Warning
}

/** Stops all payouts of a merchant, by whoever got the mail about a new account, and tells the provider. */
export async function raiseAlarm({ databases, warning }: House, token: string, from: string, now: Date): Promise<void> {
  const { merchant_id, language } = await findAlarm(databases.provider, token, now)
  const doing = { command: 'raise-bank-account-alarm', from }
  await inCommand(
    databases,
    engineActor(merchant_id, 'system'),
    async (trx) => {
      const account = await useLink(trx, merchant_id, token, from, now)
      await holdPayouts(trx, merchant_id, reasons[language])
      await tellProvider(trx, { merchant_id, id: account }, warning)
    },
    { as: 'provider', doing },
  )
}

/** Of two requests with the same link one goes on. */
async function useLink(trx: Trx, merchant: string, token: string, from: string, now: Date): Promise<string> {
  const used = await trx
    .updateTable('bank_account_alarm')
    .set({ used_at: now.toISOString(), used_from: from })
    .where('merchant_id', '=', merchant)
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .returning('bank_account_id')
    .executeTakeFirst()
  if (!used) throw new Refusal('alarm_over')
  return used.bank_account_id
}

const reasons: Readonly<Record<Language, string>> = {
  nl: 'De winkelier herkent een nieuwe bankrekening niet',
  'en-US': 'The merchant does not recognize a new bank account',
}
