import type { ReplyOf } from '@kontor/contract/endpoint'
import type { processorSettlementSetupEndpoint } from '@kontor/contract/processors/processor-settlement.endpoints'
import { settlementFetchProblems } from '@kontor/contract/processors/processor-settlement.rules'
import type { Actor } from '../../platform/db/actor.ts'
import type { Trx } from '../../platform/db/database.ts'
import { credentialChanges } from '../credentials/credential-changes.ts'
import { knownProblem } from '../credentials/known-problem.ts'
import { processorUser } from '../users/processor-users.ts'
import { seenProcessorSettlement } from './seen-processor-settlement.ts'

/** How a processor settlement is connected, without the values of its credential. */
export async function processorSettlementSetup(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<ReplyOf<typeof processorSettlementSetupEndpoint>> {
  const found = await seenProcessorSettlement(trx, actor, id)
  const { present } = await credentialChanges(trx, found, 'processor_settlement')
  const { account, tested_at, test_field, fetched_at, fetch_problem } = found
  return {
    user: await processorUser(trx, found),
    credential: {
      ...{ changed_at: present?.at ?? null, changed_by: present?.actor_name ?? null },
      ...{ account, tested_at, test_problem: knownProblem(found.test_problem), test_field },
    },
    ...{ fetched_at, fetch_problem: settlementFetchProblems.find((each) => each === fetch_problem) ?? null },
  }
}
