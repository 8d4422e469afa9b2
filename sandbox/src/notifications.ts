import { v7 as newId } from 'uuid'
import type { Trx } from './database.ts'
import type { Behaviour } from './payments/behaviour/rules.ts'
import type { Settings } from './settings.ts'

interface News {
  type: 'payment' | 'refund' | 'chargeback' | 'payout'
  about: { account: string; payment_id: string; reference: string }
  timing: Behaviour['notifications']
  data: object
}

/**
 * Adds a notification in the transaction of the change that it reports: it is sent only if that change is committed.
 */
export async function enqueueNotification(settings: Settings, trx: Trx, { type, about, timing, data }: News) {
  const isHeld = timing === 'out_of_order' && (await isFirst(trx, about))
  const delay_ms = timing === 'late' || isHeld ? settings.late_notification_ms : 0
  await trx.query(
    `insert into notification (id, account, payment_id, reference, body, copies_left, is_held, next_attempt_at)
     values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + $8 * interval '1 millisecond')`,
    [
      `ntf_${newId()}`,
      about.account,
      about.payment_id,
      about.reference,
      JSON.stringify({ type, timestamp: new Date().toISOString(), data }),
      timing === 'three_times' ? 3 : 1,
      isHeld,
      delay_ms,
    ],
  )
}

async function isFirst(trx: Trx, { account, reference }: News['about']) {
  const earlier = await trx.query('select from notification where account = $1 and reference = $2 limit 1', [
    account,
    reference,
  ])
  return earlier.rowCount === 0
}
