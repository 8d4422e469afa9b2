import { engineActor } from '../platform/db/actor.ts'
import { actAs, type Databases } from '../platform/db/database.ts'
import { providerId } from '../platform/db/ids.ts'
import type { EngineJob } from '../platform/jobs/engine-jobs.ts'
import { oneTurn } from '../platform/jobs/one-turn.ts'
import { makeBatch } from './make-batch.ts'
import { sapConnection } from './sap-connection.ts'

/** Makes batches for SAP of the business days that were closed. */
export const sapBatchesJob = ({ provider }: Databases): EngineJob => ({
  name: 'sap batches',
  every_ms: 60_000,
  async run(now) {
    const connection = await sapConnection(provider)
    if (!connection || connection.frequency === 'MANUAL') return false
    const { frequency } = connection
    const next = () =>
      provider.transaction().execute(async (trx) => {
        await actAs(trx, engineActor(providerId, 'system'))
        return makeBatch(trx, { frequency, by: null, now })
      })
    // Each in a transaction of its own, so that a stop loses one at most.
    const isOver = oneTurn()
    while ((await next()) !== undefined) if (isOver()) return true
    return false
  },
})
