import type { ReadBody } from '@kontor/contract/endpoint'
import type { createSettlementProfileEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { visibleOrganisation } from '../../identity/access/visible-organisation.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { requirePaymentAccount } from '../invoices/payment-account.ts'
import { bookFor, refusingSecond, requireAccount, requirePayoutCurrency, requireSchedule } from './profile-parts.ts'

export async function createSettlementProfile(
  trx: Trx,
  actor: Actor,
  given: ReadBody<typeof createSettlementProfileEndpoint>,
  now: Date,
): Promise<string> {
  const { organisation, book, bank_account, settlement_schedule, ...values } = given
  const { currency_code } = given
  const owner = await visibleOrganisation(trx, actor, organisation)
  const merchant_id = owner.merchant
  await requirePayoutCurrency(trx, given)
  await requireAccount(trx, merchant_id, bank_account, given.payout_currency_code ?? currency_code)
  await requireSchedule(trx, settlement_schedule)
  if (given.method === 'GROSS') await requirePaymentAccount(trx, currency_code)
  const { id, created_at } = newId(now)
  await refusingSecond(
    trx
      .insertInto('settlement_profile')
      .values({
        ...{ ...values, merchant_id, id, created_at, organisation_id: owner.id },
        book_id: await bookFor(trx, merchant_id, book, bank_account),
        ...{ bank_account_id: bank_account, schedule_id: settlement_schedule },
      })
      .execute(),
  )
  return id
}
