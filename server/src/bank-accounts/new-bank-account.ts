import { coolOff_hours } from '@kontor/contract/bank-accounts/bank-account.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { type Actor, shownName } from '../platform/db/actor.ts'
import { type Trx, violatedConstraint } from '../platform/db/database.ts'
import { newId } from '../platform/db/ids.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import type { Warning } from './alarms/warn-of-account.ts'
import type { PayeeAnswer } from './names/verify-payee.ts'
import { requireRoom } from './new-account-limits.ts'
import { fingerprintOf, ibanColumns } from './sealed-iban.ts'

/** What people type of an account; the IBAN without spaces. */
export interface TypedAccount {
  holder: string
  iban: string
  bic?: string | null | undefined
  currency_code: string
}

interface Place {
  merchant_id: string
  organisation_id: string
  replaces?: string
}

/** Writes a new account, which is UNVERIFIED and not used within the cool-off. `now` is the engine's. */
export async function insertBankAccount(
  trx: Trx,
  actor: Actor,
  place: Place,
  { holder, iban, bic, currency_code }: TypedAccount,
  now: Date,
  { checked, masterKey, warning }: { checked: PayeeAnswer; masterKey: string; warning: Warning },
): Promise<string> {
  await requireRoom(trx, place.merchant_id, warning.wall.now())
  await refuseCardNumber(trx, 'body.holder', holder)
  await refuseOwnOfProvider(trx, fingerprintOf(masterKey, iban))
  const { id, created_at } = newId(now)
  await trx
    .insertInto('bank_account')
    .values({
      ...place,
      ...{ id, created_at, holder, currency_code, bic: bic ?? null },
      ...ibanColumns(masterKey, { merchant: place.merchant_id, id }, iban),
      ...{ name_check: checked.answer, name_suggested: checked.suggested, name_checked_at: created_at },
      usable_from: new Date(now.getTime() + coolOff_hours * 3_600_000).toISOString(),
      ...{ created_by: shownName(actor), created_by_id: actor.id },
    })
    .execute()
    .catch(refuseKnown)
  return id
}

/** The same account twice in one organisation would be two ways to the same money. */
export function refuseKnown(error: unknown): never {
  if (violatedConstraint(error) !== 'bank_account_once') throw error
  throw new Refusal('bank_account_exists', { 'body.iban': 'taken' })
}

async function refuseOwnOfProvider(trx: Trx, fingerprint: Buffer): Promise<void> {
  const { rows } = await sql<{ own: boolean }>`select is_provider_iban(${fingerprint}) as own`.execute(trx)
  if (rows[0]?.own) throw new Refusal('invalid_request', { 'body.iban': 'iban_of_provider' })
}
