import type { Expression } from 'kysely'
import type { Reader } from '../platform/db/database.ts'

interface Of {
  merchant: string | Expression<string>
  profile: string | Expression<string>
}

/** The processors that a payment profile takes payments with, the preferred one first. */
export const activeProcessors = (db: Reader, { merchant, profile }: Of) =>
  db
    .selectFrom('payment_profile_processor as choice')
    .innerJoin('processor', (join) =>
      join.onRef('processor.merchant_id', '=', 'choice.merchant_id').onRef('processor.id', '=', 'choice.processor_id'),
    )
    .where('choice.merchant_id', '=', merchant)
    .where('choice.payment_profile_id', '=', profile)
    .where('processor.active', '=', true)
    .orderBy('choice.position')
    .orderBy('processor.id')
