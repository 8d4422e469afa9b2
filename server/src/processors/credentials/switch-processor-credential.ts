import type { ReadBody } from '@kontor/contract/endpoint'
import type { switchProcessorCredentialEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import { addChecks, holdChecks } from '../../organisations/profiles/profile-middleware.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import type { Locked } from '../../platform/db/locked.ts'
import { lockProcessor, lockProcessorWhole, type StoredProcessor, seenProcessor } from '../seen-processor.ts'
import { requireCredentialVersion } from './credential-changes.ts'
import { hasOrdersUnderWay } from './orders-under-way.ts'

/**
 * Puts the second credential to use and keeps the present one beside it, so that notifications signed with either are taken. It
 * must open the same account: payments of another account cannot be captured or paid back with it. Where it opens the first
 * account that is known, and the merchant prepared it, the payment profiles with the processor are checked as if the merchant
 * had given them another one (docs/adr/0096).
 */
export async function switchProcessorCredential(
  trx: Trx,
  actor: Actor,
  id: string,
  { version }: ReadBody<typeof switchProcessorCredentialEndpoint>,
): Promise<void> {
  const { merchant_id } = await seenProcessor(trx, actor, id)
  await holdChecks(trx, merchant_id)
  const found = await lockProcessor(trx, actor, id)
  if (!found.second_credential) throw new Refusal('no_second_credential')
  await requireCredentialVersion(trx, found, version)
  if (found.second_test_problem !== null) throw new Refusal('credential_test_failed')
  if (found.second_account === null) throw new Refusal('credential_not_tested')
  await requireSameAccount(trx, actor, found)
  await trx
    .updateTable('processor')
    .set({
      credential: sql<Buffer>`second_credential`,
      account: sql<string | null>`second_account`,
      tested_at: sql<string | null>`second_tested_at`,
      test_problem: sql<string | null>`second_test_problem`,
      test_field: sql<string | null>`second_test_field`,
      second_credential: sql<Buffer>`credential`,
      second_origin: 'used',
      second_account: sql<string | null>`account`,
      second_tested_at: sql<string | null>`tested_at`,
      second_test_problem: sql<string | null>`test_problem`,
      second_test_field: sql<string | null>`test_field`,
    })
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
  if (found.account === null && found.second_origin === 'merchant')
    for (const profile of await profilesWith(trx, found)) await addChecks(trx, profile)
}

const profilesWith = (trx: Trx, { merchant_id, id }: Locked<StoredProcessor>) =>
  trx
    .selectFrom('payment_profile_processor')
    .select(['merchant_id', 'payment_profile_id as id'])
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', id)
    .orderBy('payment_profile_id')
    .execute()

/**
 * An order under way that was sent to another account a second time would be carried out twice. While the gateway has not said
 * whose account the present credential opens, it is tested first. A credential that the gateway refuses as such says nothing any
 * more; it is then enough that no order is under way.
 */
async function requireSameAccount(trx: Trx, actor: Actor, found: Locked<StoredProcessor>): Promise<void> {
  const { account, second_account } = found
  if (account !== null && account !== second_account) throw new Refusal('credential_of_another_account')
  if (account !== null) return
  if (!(await isJustRefused(trx, found))) throw new Refusal('credential_in_use_not_tested')
  // An order that began before is seen then, and one that begins later reads the other credential.
  await lockProcessorWhole(trx, actor, found.id)
  if (await hasOrdersUnderWay(trx, found)) throw new Refusal('orders_under_way')
}

/**
 * True: the present credential lacks a value, or within the last hour the gateway knew nothing of it. Another problem may be over
 * by now.
 */
async function isJustRefused(trx: Trx, { merchant_id, id }: Locked<StoredProcessor>): Promise<boolean> {
  const refused = await trx
    .selectFrom('processor')
    .select('id')
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where(
      sql<boolean>`test_problem = 'incomplete'
        or test_problem = 'credential_refused' and tested_at > clock_timestamp() - interval '1 hour'`,
    )
    .executeTakeFirst()
  return refused !== undefined
}
