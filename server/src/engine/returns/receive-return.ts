import { isOpen } from '@kontor/contract/payments/transaction.rules'
import { engineActor } from '../../platform/db/actor.ts'
import type { Databases, Trx } from '../../platform/db/database.ts'
import { inCommand } from '../../platform/db/in-command.ts'
import type { Gateway } from '../../processors/gateway.ts'
import { gatewayNamed } from '../../processors/gateways.ts'
import type { Manifest } from '../../processors/manifest.ts'
import { atMost } from '../outbox/await-outcome.ts'
import type { OutboxWorker } from '../outbox/outbox-worker.ts'
import { findAuthorization, isSuperseded, lockPayment } from '../outbox/subject.ts'
import { beginResume, keepReturn } from './begin-resume.ts'
import type { ReturnKey } from './return-address.ts'
import type { Returned } from './what-came-along.ts'

interface Receiving {
  databases: Databases
  worker: OutboxWorker
  masterKey: string
  outcomeWait_ms: number
}

/**
 * A payer came back from the page of a bank. What he brought resumes the payment if its outcome is open and its gateway takes
 * that; the same content does so once. Gives the address to which he goes on, at the latest after `outcomeWait_ms`.
 */
export async function receiveReturn(
  { databases, worker, masterKey, outcomeWait_ms }: Receiving,
  { merchant, operation }: ReturnKey,
  returned: Returned,
  now: Date,
): Promise<string | undefined> {
  const { back, held } = await inCommand(databases, engineActor(merchant, 'payer'), async (trx) => {
    const authorization = await findAuthorization(trx, merchant, operation)
    const payment = await lockPayment(trx, authorization)
    const back = authorization.payload.return_url
    if (!payment || isSuperseded(payment) || !isOpen(payment.transaction.status)) return { back }
    const { resume, manifest } = await gatewayOf(trx, merchant, payment.processor)
    if (!resume || !mayResume(manifest, returned)) return { back }
    if (!(await keepReturn(trx, masterKey, authorization, returned))) return { back }
    const begun = await beginResume(trx, masterKey, authorization, payment.transaction, now)
    return { back, held: begun && (await worker.hold(trx, begun.merchant, begun.job)) }
  })
  if (held) await atMost(outcomeWait_ms, worker.perform(held))
  return back
}

const mayResume = ({ returned: names = [], resumes_by_name }: Manifest, returned: Returned): boolean =>
  !resumes_by_name || names.some((name) => Object.hasOwn(returned, name))

async function gatewayOf(trx: Trx, merchant: string, processor: string): Promise<Gateway> {
  const { gateway } = await trx
    .selectFrom('processor')
    .select('gateway')
    .where('merchant_id', '=', merchant)
    .where('id', '=', processor)
    .executeTakeFirstOrThrow()
  return gatewayNamed(gateway)
}
