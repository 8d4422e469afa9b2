import type { ReadBody } from '@kontor/contract/endpoint'
import {
  type prepareProcessorCredentialEndpoint,
  switchProcessorCredentialEndpoint,
} from '@kontor/contract/processors/processor.endpoints'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed } from '@kontor/contract/roles'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { openedCredential } from '../connections.ts'
import { gatewayNamed } from '../gateways.ts'
import { lockEditedProcessor } from '../seen-processor.ts'
import { requireCredentialVersion } from './credential-changes.ts'
import { credentialValues } from './credential-values.ts'

/** Prepares a credential beside the one in use, and forgets the second one from before. */
export async function prepareProcessorCredential(
  trx: Trx,
  actor: Actor,
  id: string,
  { version, details }: ReadBody<typeof prepareProcessorCredentialEndpoint>,
  masterKey: string,
): Promise<void> {
  const found = await lockEditedProcessor(trx, actor, id)
  await requireCredentialVersion(trx, found, version)
  // Whoever may put it to use vouches for it.
  const origin = isAllowed(switchProcessorCredentialEndpoint.access, actor.roles) ? 'staff' : 'merchant'
  // Notifications may still be signed with it.
  if (origin === 'merchant' && vouched.some((each) => each === found.second_origin))
    throw new Refusal('second_credential_vouched')
  const known = openedCredential(masterKey, found, found.credential)
  const values = credentialValues(gatewayNamed(found.gateway).manifest.credential, { mode: found.mode, details, known })
  await trx
    .updateTable('processor')
    .set({
      second_credential: sealCredential(masterKey, { merchant: found.merchant_id, record: id }, values),
      second_origin: origin,
      ...{ second_account: null, second_tested_at: null, second_test_problem: null, second_test_field: null },
    })
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}

/** The second credential was in use, or staff prepared it: a merchant's user does not replace it. */
const vouched = ['used', 'staff'] as const
