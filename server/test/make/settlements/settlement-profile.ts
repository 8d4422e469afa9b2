import { sql } from 'kysely'
import { newId } from '../../../src/platform/db/ids.ts'
import { bankAccount } from '../bank-accounts/bank-account.ts'
import type { Making } from '../making.ts'

/** A profile of a book of its own, because a book has one profile per currency. */
export async function settlementProfile(
  making: Making,
  merchant: string,
  given: {
    organisation?: string
    name?: string
    currency_code?: string
    bank_account?: string
    schedule?: string
    minimum?: number
    negative?: 'CARRY' | 'RESERVE'
    hold_reason?: string
    webhook_url?: string
    recipients?: string[]
    language?: 'nl' | 'en-US'
    /** The merchant's default book, of which there is one. */
    isDefault?: boolean
  } = {},
): Promise<string> {
  const { db, next } = making
  const { organisation = merchant, currency_code = 'EUR', hold_reason = null } = given
  const account = given.bank_account ?? (await bankAccount(making, merchant, { organisation, currency_code }))
  if (!given.isDefault)
    await sql`insert into ledger_book (merchant_id, bank_account_id) values (${merchant}, ${account}) on conflict do nothing`.execute(
      db,
    )
  const { rows } = await sql<{ id: string }>`
    select book_of(${merchant}, ${given.isDefault ? null : account}) as id`.execute(db)
  const { id, created_at } = newId(new Date())
  await db
    .insertInto('settlement_profile')
    .values({
      ...{ merchant_id: merchant, id, created_at, organisation_id: organisation, currency_code, hold_reason },
      ...{ name: given.name ?? `settlement profile ${next()}`, book_id: rows[0]?.id ?? '' },
      ...{ bank_account_id: account, schedule_id: given.schedule ?? null, minimum: given.minimum ?? 1_000 },
      ...{ negative: given.negative ?? 'CARRY', status: hold_reason === null ? 'ACTIVE' : 'ON_HOLD' },
      ...{
        webhook_url: given.webhook_url ?? null,
        recipients: given.recipients ?? [],
        language: given.language ?? null,
      },
    })
    .execute()
  return id
}
