import type { ReplyOf } from '@kontor/contract/endpoint'
import type { processorSetupEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import { type CredentialProblem, credentialProblems } from '@kontor/contract/processors/processor.rules'
import type { ProcessorCredential, ProcessorShop } from '@kontor/contract/processors/processor.schemas'
import { isAllowed } from '@kontor/contract/roles'
import { sql } from 'kysely'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { credentialChanges } from './credential-changes.ts'
import { notificationUrl } from './notification-url.ts'
import { type StoredProcessor, seenProcessor } from './seen-processor.ts'

/** How a processor is connected, without the values of its credentials. */
export async function processorSetup(
  trx: Trx,
  actor: Actor,
  id: string,
  publicUrl: string,
): Promise<ReplyOf<typeof processorSetupEndpoint>> {
  const found = await seenProcessor(trx, actor, id)
  return {
    user: await userOf(trx, found),
    credentials: await credentialsOf(trx, found),
    // Its last part is a secret.
    notification_url: isAllowed(processor.roles.update, actor.roles) ? notificationUrl(publicUrl, found) : null,
    last_notification_at: await lastNotificationOf(trx, found),
    shops: await shopsOf(trx, actor, found),
  }
}

async function userOf(trx: Trx, { merchant_id, user_id }: StoredProcessor) {
  if (user_id === null) return null
  const found = await trx
    .selectFrom('platform_user')
    .select(['id', 'name'])
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', user_id)
    .executeTakeFirst()
  return found ?? null
}

async function credentialsOf(trx: Trx, found: StoredProcessor): Promise<ProcessorCredential[]> {
  const { present, second } = await credentialChanges(trx, found)
  return [
    {
      place: 'present',
      was_used: true,
      version: present?.version ?? 0,
      changed_at: present?.at ?? null,
      changed_by: present?.actor_name ?? null,
      account: found.account,
      tested_at: found.tested_at,
      test_problem: problemOf(found.test_problem),
      test_field: found.test_field,
    },
    ...(found.second_credential
      ? [
          {
            place: 'second' as const,
            version: second?.version ?? 0,
            was_used: second?.command === 'switch-processor-credential',
            changed_at: second?.at ?? null,
            changed_by: second?.actor_name ?? null,
            account: found.second_account,
            tested_at: found.second_tested_at,
            test_problem: problemOf(found.second_test_problem),
            test_field: found.second_test_field,
          },
        ]
      : []),
  ]
}

/** A problem of an adapter that is no more is none that people can do something about. */
const problemOf = (stored: string | null): CredentialProblem | null =>
  credentialProblems.find((each) => each === stored) ?? null

async function lastNotificationOf(trx: Trx, { merchant_id, id }: StoredProcessor): Promise<string | null> {
  const found = await trx
    .selectFrom('processor_notification')
    .select('received_at')
    .where('merchant_id', '=', merchant_id)
    .where('processor_id', '=', id)
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.received_at ?? null
}

async function shopsOf(trx: Trx, actor: Actor, found: StoredProcessor): Promise<ProcessorShop[]> {
  const { rows } = await sql<ProcessorShop>`
    select p.id, p.name, not exists (
      select from payment_profile_processor other
      join processor on processor.merchant_id = other.merchant_id and processor.id = other.processor_id
      where other.merchant_id = p.merchant_id and other.payment_profile_id = p.id and other.processor_id <> ${found.id}
        and processor.active and processor.payment_product = ${found.payment_product}) as is_only
    from payment_profile_processor choice
    join payment_profile p on p.merchant_id = choice.merchant_id and p.id = choice.payment_profile_id
    where choice.merchant_id = ${found.merchant_id} and choice.processor_id = ${found.id} and ${visibleTo(actor, 'p')}
    order by p.name, p.id`.execute(trx)
  return rows
}
