import type { ReadBody } from '@kontor/contract/endpoint'
import type { updateProcessorSettlementEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { sealCredential } from '../../platform/secrets/sealed.ts'
import { changedPlace } from '../changed-place.ts'
import { openedCredential } from '../connections.ts'
import { credentialValues, mayLackValues } from '../credentials/credential-values.ts'
import { lockProcessorSettlement, type StoredProcessorSettlement } from './seen-processor-settlement.ts'
import { chosenSettlement } from './settlement-opening.ts'

type Details = NonNullable<ReadBody<typeof updateProcessorSettlementEndpoint>['details']>

/** Changes what is given. Nothing is under way with its credential, so a new value counts at once. */
export async function updateProcessorSettlement(
  trx: Trx,
  actor: Actor,
  id: string,
  { organisation, user, details, ...named }: ReadBody<typeof updateProcessorSettlementEndpoint>,
  masterKey: string,
): Promise<void> {
  const found = await lockProcessorSettlement(trx, actor, id)
  const values = {
    ...named,
    ...(await changedPlace(trx, actor, found, { organisation, user })),
    ...(details ? newCredential(actor, found, details, masterKey) : {}),
  }
  if (Object.keys(values).length === 0) return
  await trx
    .updateTable('processor_settlement')
    .set(values)
    .where('merchant_id', '=', found.merchant_id)
    .where('id', '=', id)
    .execute()
}

function newCredential(actor: Actor, found: StoredProcessorSettlement, details: Details, masterKey: string) {
  const known = openedCredential(masterKey, found, found.credential)
  const given = { mode: found.mode, details, known, mayLack: mayLackValues(actor) }
  const values = credentialValues(chosenSettlement(found).opening.fields, given)
  return {
    credential: sealCredential(masterKey, { merchant: found.merchant_id, record: found.id }, values),
    // It may open another account.
    ...{ account: null, tested_at: null, test_problem: null, test_field: null },
    fetch_due_at: new Date(0).toISOString(),
  }
}
