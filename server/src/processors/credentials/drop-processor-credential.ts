import type { ReadBody } from '@kontor/contract/endpoint'
import type { dropProcessorCredentialEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { lockProcessor } from '../seen-processor.ts'
import { requireCredentialVersion } from './credential-changes.ts'

/** Removes the second credential. Notifications that were signed with it are refused from then on. */
export async function dropProcessorCredential(
  trx: Trx,
  actor: Actor,
  id: string,
  { version }: ReadBody<typeof dropProcessorCredentialEndpoint>,
): Promise<void> {
  const found = await lockProcessor(trx, actor, id)
  if (!found.second_credential) throw new Refusal('no_second_credential')
  await requireCredentialVersion(trx, found, version)
  await trx
    .updateTable('processor')
    .set({
      ...{ second_credential: null, second_origin: null },
      ...{ second_account: null, second_tested_at: null, second_test_problem: null, second_test_field: null },
    })
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}
