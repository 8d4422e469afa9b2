import type { Trx } from '../../platform/db/database.ts'
import type { Done } from '../../platform/http/run-command.ts'
import type { Services } from '../../platform/http/services.ts'
import type { AnyRow } from '../../platform/rows/list.ts'
import type { GatewaySettings } from '../../processors/connections.ts'
import type { OutboxWorker } from './outbox-worker.ts'

export interface PaymentServices extends Services {
  readonly worker: OutboxWorker
  readonly gateways: GatewaySettings
  /** The caller waits this long for the processor's outcome. After that it gets the answer without the outcome. */
  readonly outcomeWait_ms: number
}

/** A job that was just written. */
interface Begun {
  merchant: string
  job: string
}

/** The answer before the job is tried, and the answer to give after its first try. `trx` wrote the job. */
export async function awaitOutcome(
  { worker, outcomeWait_ms }: PaymentServices,
  trx: Trx,
  { merchant, job }: Begun,
  read: (trx: Trx) => Promise<AnyRow>,
): Promise<Done<AnyRow>> {
  const held = await worker.hold(trx, merchant, job)
  return {
    answer: await read(trx),
    begin: () => worker.perform(held),
    outcome: { wait: (begun) => atMost(outcomeWait_ms, begun), read },
  }
}

/** Waits for the work until `wait_ms` are over. Work that takes longer goes on in the background. */
export async function atMost(wait_ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, wait_ms)
  })
  await Promise.race([work, wait]).finally(() => clearTimeout(timer))
}
