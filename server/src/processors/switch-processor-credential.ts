import type { ReadBody } from '@kontor/contract/endpoint'
import type { switchProcessorCredentialEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { credentialChanges } from './credential-changes.ts'
import { lockProcessor } from './seen-processor.ts'

/**
 * Puts the second credential to use and keeps the present one beside it, so that notifications signed with either are taken. It
 * must open the same account: payments of another account cannot be captured or paid back with it.
 */
export async function switchProcessorCredential(
  trx: Trx,
  actor: Actor,
  id: string,
  { version }: ReadBody<typeof switchProcessorCredentialEndpoint>,
): Promise<void> {
  const found = await lockProcessor(trx, actor, id)
  if (!found.second_credential) throw new Refusal('no_second_credential')
  // Of two people who switch at once, the second one would switch back.
  if ((await credentialChanges(trx, found)).second?.version !== version) throw new Refusal('credential_changed')
  if (found.second_account === null) throw new Refusal('credential_not_tested')
  if (found.account !== null && found.account !== found.second_account)
    throw new Refusal('credential_of_another_account')
  await trx
    .updateTable('processor')
    .set({
      credential: sql<Buffer>`second_credential`,
      account: sql<string | null>`second_account`,
      tested_at: sql<string | null>`second_tested_at`,
      test_problem: sql<string | null>`second_test_problem`,
      test_field: sql<string | null>`second_test_field`,
      second_credential: sql<Buffer>`credential`,
      second_account: sql<string | null>`account`,
      second_tested_at: sql<string | null>`tested_at`,
      second_test_problem: sql<string | null>`test_problem`,
      second_test_field: sql<string | null>`test_field`,
    })
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
