import type { ReplyOf } from '@kontor/contract/endpoint'
import type { processorSetupEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import type { ProcessorCredential, ProcessorShop } from '@kontor/contract/processors/processor.schemas'
import { isAllowed } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Databases, Trx } from '../platform/db/database.ts'
import { isOnlyProcessor } from './active-processors.ts'
import { accountOf, type GatewaySettings } from './connections.ts'
import { toldCredentialChanges } from './credentials/credential-changes.ts'
import { knownProblem } from './credentials/known-problem.ts'
import { notificationUrl } from './notification-url.ts'
import { editedProcessor, isSeenBy, type StoredProcessor } from './seen-processor.ts'
import { processorUser } from './users/processor-users.ts'

interface House {
  readonly gateways: GatewaySettings
  readonly publicUrl: string
  readonly databases: Databases
}

/** How a processor is connected, without the values of its credentials. */
export async function processorSetup(
  trx: Trx,
  actor: Actor,
  id: string,
  { gateways, publicUrl, databases }: House,
): Promise<ReplyOf<typeof processorSetupEndpoint>> {
  const found = await editedProcessor(trx, actor, id)
  const isLent = !(await isSeenBy(trx, actor, id))
  const changes = await toldCredentialChanges(trx, databases.provider, actor, found)
  return {
    // Whoever edits values of a processor of others gets to know its credentials, and nothing else of its owners.
    user: isLent ? null : await processorUser(trx, found),
    version: changes.version,
    credentials: credentialsOf(found, changes).map((each) => (isLent ? { ...each, changed_by: null } : each)),
    // Its last part is a secret.
    notification_url:
      !isLent && isAllowed(processor.roles.update, actor.roles) ? notificationUrl(publicUrl, found) : null,
    last_notification_at: isLent ? null : await lastNotificationOf(trx, gateways, found),
    shops: await shopsOf(trx, actor, found),
  }
}

function credentialsOf(
  found: StoredProcessor,
  { present, second }: Awaited<ReturnType<typeof toldCredentialChanges>>,
): ProcessorCredential[] {
  return [
    {
      place: 'present',
      was_used: true,
      changed_at: present?.at ?? null,
      changed_by: present?.actor_name ?? null,
      account: found.account,
      tested_at: found.tested_at,
      test_problem: knownProblem(found.test_problem),
      test_field: found.test_field,
    },
    ...(found.second_credential
      ? [
          {
            place: 'second' as const,
            was_used: found.second_origin === 'used',
            changed_at: second?.at ?? null,
            changed_by: second?.actor_name ?? null,
            account: found.second_account,
            tested_at: found.second_tested_at,
            test_problem: knownProblem(found.second_test_problem),
            test_field: found.second_test_field,
          },
        ]
      : []),
  ]
}

/** A gateway has one address for all processors of an account, so what arrived there counts for each of them. */
async function lastNotificationOf(trx: Trx, gateways: GatewaySettings, found: StoredProcessor): Promise<string | null> {
  const account = await accountOf(trx, gateways, found)
  const { rows } = await sql<{ received_at: string | null }>`
    select max(received_at) as received_at from unnest(${account}::uuid[]) of_account(id) cross join lateral (
      select received_at from processor_notification
      where merchant_id = ${found.merchant_id} and processor_id = of_account.id
      order by received_at desc limit 1) last`.execute(trx)
  return rows[0]?.received_at ?? null
}

async function shopsOf(trx: Trx, actor: Actor, found: StoredProcessor): Promise<ProcessorShop[]> {
  const of = { merchant: sql.ref<string>('p.merchant_id'), profile: sql.ref<string>('p.id') }
  const { rows } = await sql<ProcessorShop>`
    select p.id, p.name, ${isOnlyProcessor(trx, of, found)} as is_only
    from payment_profile_processor choice
    join payment_profile p on p.merchant_id = choice.merchant_id and p.id = choice.payment_profile_id
    where choice.merchant_id = ${found.merchant_id} and choice.processor_id = ${found.id} and ${visibleTo(actor, 'p')}
    order by p.name, p.id`.execute(trx)
  return rows
}
