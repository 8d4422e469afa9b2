import type { ShareAccess, ShareStatus } from '@kontor/contract/shares/share.rules'
import { newId } from '../../src/platform/db/ids.ts'
import type { Making } from './making.ts'

/** A processor that is offered to an organisation, which has answered already where the status says so. */
export async function share(
  { db }: Making,
  merchant: string,
  given: {
    processor: string
    to: string
    status?: ShareStatus
    access?: ShareAccess
    created_at?: Date
    expires_at?: Date
  },
): Promise<string> {
  const { status = 'PENDING', created_at = new Date() } = given
  const { id } = newId(created_at)
  const at = created_at.toISOString()
  await db
    .insertInto('share')
    .values({
      ...{ merchant_id: merchant, id, created_at: at, status, requested_by: 'Somebody' },
      ...{ processor_id: given.processor, to_organisation_id: given.to },
      access: given.access ?? 'USE',
      expires_at: (given.expires_at ?? new Date(created_at.getTime() + 30 * 86_400_000)).toISOString(),
      ...(['ACCEPTED', 'DECLINED', 'REVOKED'].includes(status) ? { answered_at: at, answered_by: 'Somebody' } : {}),
      ...(['WITHDRAWN', 'REVOKED'].includes(status) ? { ended_at: at, ended_by: 'Somebody' } : {}),
    })
    .execute()
  return id
}
