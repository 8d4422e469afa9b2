import type { ReadBody } from '@kontor/contract/endpoint'
import { Refusal } from '@kontor/contract/refusal'
import type { updateSettlementProfileEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { visibleOrganisation } from '../../organisations/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { requirePaymentAccount } from '../invoices/payment-account.ts'
import { lockSettlementProfile, type StoredSettlementProfile } from './locked-settlement-profile.ts'
import { requireAccount, requirePayCurrency, requireSchedule } from './profile-parts.ts'

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
    pay_currency: values.pay_currency === undefined ? before.pay_currency : values.pay_currency,
    fx_margin_ppm: values.fx_margin_ppm ?? before.fx_margin_ppm,
  }
  requirePayCurrency(paying)
  const currency = paying.pay_currency ?? before.currency_code
  const account = bank_account ?? before.bank_account_id
  if (account !== before.bank_account_id) await requireOther(trx, before, account, currency)
  else if (paying.pay_currency !== before.pay_currency) await requireAccount(trx, before.merchant_id, account, currency)
  await requireSchedule(trx, settlement_schedule)
  if (values.method === 'GROSS') await requirePaymentAccount(trx, before.currency_code)
  const changed = {
    ...values,
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
