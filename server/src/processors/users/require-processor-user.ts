import { Refusal } from '@kontor/contract/refusal'
import type { Reader } from '../../platform/db/database.ts'
import { isProcessorUser } from './processor-users.ts'

/** The person who looks after a processor must see its organisation. */
export async function requireProcessorUser(
  db: Reader,
  organisation: { id: string; merchant: string },
  user: string,
): Promise<void> {
  if (!(await isProcessorUser(db, organisation, user)))
    throw new Refusal('invalid_request', { 'body.user': 'not_found' })
}
