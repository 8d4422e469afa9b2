import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { updateSettlementProfileEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { sql } from 'kysely'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requirePaymentAccount } from '../invoices/payment-account.ts'
import { lockSettlementProfile, type StoredSettlementProfile } from './locked-settlement-profile.ts'
import { isItsProfile } from './profile-of.ts'
import { requireAccount, requirePayoutCurrency, requireSchedule } from './profile-parts.ts'

/** Counts for the next settlement. A changed delay counts for what is booked from then on, a changed method for open days. */
export async function updateSettlementProfile(
  trx: Trx,
  actor: Actor,
  id: string,
  given: ReadBody<typeof updateSettlementProfileEndpoint>,
): Promise<void> {
  const { organisation, bank_account, settlement_schedule, ...values } = given
  const before = await lockSettlementProfile(trx, actor, id)
  const paying = {
    currency_code: before.currency_code,
    payout_currency_code:
      values.payout_currency_code === undefined ? before.payout_currency_code : values.payout_currency_code,
    fx_margin_ppm: values.fx_margin_ppm ?? (values.payout_currency_code === null ? 0 : before.fx_margin_ppm),
  }
  const isPaidOther = paying.payout_currency_code !== before.payout_currency_code
  if (isPaidOther || paying.fx_margin_ppm !== before.fx_margin_ppm) await requirePayoutCurrency(trx, paying)
  const currency = paying.payout_currency_code ?? before.currency_code
  const account = bank_account ?? before.bank_account_id
  if (account !== before.bank_account_id) await requireOther(trx, before, account, currency)
  else if (isPaidOther) await requireAccount(trx, before.merchant_id, account, currency)
  if (isPaidOther) await requireNoPayouts(trx, before, currency)
  await requireSchedule(trx, settlement_schedule)
  if (values.method === 'GROSS') await requirePaymentAccount(trx, before.currency_code)
  const changed = {
    ...values,
    // Without a currency of payouts there is no margin, also where nobody says so.
    ...(values.payout_currency_code === null && { fx_margin_ppm: paying.fx_margin_ppm }),
    ...(organisation !== undefined && { organisation_id: await ownNode(trx, actor, before, organisation) }),
    ...(bank_account !== undefined && { bank_account_id: bank_account }),
    ...(settlement_schedule !== undefined && { schedule_id: settlement_schedule }),
  }
  if (Object.keys(changed).length === 0) return
  await trx
    .updateTable('settlement_profile')
    .set(changed)
    .where('merchant_id', '=', before.merchant_id)
    .where('id', '=', id)
    .execute()
}

/** Payouts that are still to be paid go to the account of the profile, which would be of another currency than they are. */
async function requireNoPayouts(trx: Trx, { merchant_id, id }: StoredSettlementProfile, currency: string) {
  const { rows } = await sql<{ number: string }>`
    select p.number from payout p join settlement s using (merchant_id, id)
      join settlement_profile profile on ${isItsProfile}
    where p.merchant_id = ${merchant_id} and profile.id = ${id} and p.currency_code <> ${currency}
      and p.status in ('CREATED', 'APPROVED', 'EXPORTED')
    order by p.number`.execute(trx)
  if (rows.length === 0) return
  const payouts = rows.map(({ number }) => number)
  throw new Refusal('settlement_profile_with_payouts', { payouts: payouts.slice(0, 20).join(', ') })
}

/** The payments of a bank account's book name that account, so it is replaced there, and not here. */
async function requireOther(
  trx: Trx,
  profile: StoredSettlementProfile,
  account: string,
  currency: string,
): Promise<void> {
  const { merchant_id, book_id } = profile
  const book = await trx
    .selectFrom('ledger_book')
    .select('bank_account_id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', book_id)
    .executeTakeFirstOrThrow()
  if (book.bank_account_id !== null) throw new Refusal('bank_account_of_book', { 'body.bank_account': 'of_book' })
  await requireAccount(trx, merchant_id, account, currency)
}

async function ownNode(trx: Trx, actor: Actor, profile: StoredSettlementProfile, id: string): Promise<string> {
  const node = await visibleOrganisation(trx, actor, id)
  if (node.merchant !== profile.merchant_id) throw new Refusal('invalid_request', { 'body.organisation': 'not_found' })
  return node.id
}
