import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'
import { enqueueMail, type Values } from '../../platform/mail/outbox.ts'
import type { Clock } from '../../platform/time/clock.ts'

export const addedMail = 'bank_account_added'
export const alarmMail = 'bank_account_alarm'

/** The requirements of these mails: the key that seals them, and the wall clock for sending. */
export interface Warning {
  masterKey: string
  wall: Clock
}

interface Account {
  merchant_id: string
  organisation_id: string
  id: string
}

const useful_ms = 72 * 3_600_000

/**
 * Tells of a new account everybody who might know better: the merchant's people who may add accounts, the addresses of its
 * organisations, also those of the last 30 days, and the provider's people. One who adds an account for himself does not reach all
 * of these mailboxes.
 */
export async function warnOfAccount(trx: Trx, account: Account, warning: Warning): Promise<void> {
  const of = { merchant: account.merchant_id, account: account.id }
  for (const { user_id } of await peopleToTell(trx, account.merchant_id))
    await send(trx, addedMail, { ...of, user: user_id }, warning)
  for (const address of await addressesOf(trx, account)) await send(trx, addedMail, { ...of, address }, warning)
}

/** Tells the provider's people that somebody at the merchant does not know of a change. */
export async function tellProvider(trx: Trx, { merchant_id, id }: Omit<Account, 'organisation_id'>, warning: Warning) {
  const staff = (await peopleToTell(trx, merchant_id)).filter(({ psp }) => psp)
  for (const { user_id } of staff)
    await send(trx, alarmMail, { merchant: merchant_id, account: id, user: user_id }, warning)
}

/** Tells the merchant of something about its account: its people who may add accounts, and the addresses of its organisations. */
export async function tellMerchant(trx: Trx, template: string, account: Account, said: Values, warning: Warning) {
  const of = { ...said, merchant: account.merchant_id, account: account.id }
  const people = (await peopleToTell(trx, account.merchant_id)).filter(({ psp }) => !psp)
  for (const { user_id } of people) await send(trx, template, { ...of, user: user_id }, warning)
  for (const address of await addressesOf(trx, account)) await send(trx, template, { ...of, address }, warning)
}

const send = (trx: Trx, template: string, values: Values, { masterKey, wall }: Warning) =>
  enqueueMail(trx, masterKey, { template, values, useful_ms }, wall.now())

async function peopleToTell(trx: Trx, merchant: string): Promise<{ user_id: string; psp: boolean }[]> {
  const { rows } = await sql<{
    user_id: string
    psp: boolean
  }>`select * from told_of_bank_account(${merchant})`.execute(trx)
  return rows
}

/** Whoever takes a merchant over changes its address first, so the addresses before are told as well. */
async function addressesOf(trx: Trx, { merchant_id, organisation_id }: Account): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct lower(address) as address from (
      select email as address from organisation
        where merchant_id = ${merchant_id} and id in (${organisation_id}, ${merchant_id})
      union all
      select before ->> 'email' from change
        where merchant_id = ${merchant_id} and entity = 'organisation' and item_id in (${organisation_id}, ${merchant_id})
          and at > engine_now() - interval '30 days'
    ) as known where address is not null and address <> '' order by 1`.execute(trx)
  return rows.map(({ address }) => address)
}
