import { v7 } from 'uuid'
import type { Call } from '../../src/platform/audit-trail/call.ts'
import { makeRoom, writeCalls } from '../../src/platform/audit-trail/write-calls.ts'
import type { Making } from './making.ts'

/** An item of the trail of calls, as the server writes it. */
export async function auditTrailItem(
  { db }: Making,
  merchant: string,
  { created_at = new Date(), ...given }: Partial<Call> & { created_at?: Date } = {},
): Promise<string> {
  const id = v7({ msecs: created_at.getTime() })
  const call: Call = {
    ...{ id, type: 'request', merchant, organisation: merchant, route: 'GET /v1/transaction', url: '/v1/transaction' },
    ...{ caller: { kind: 'api_key', id: null, name: 'till', psp: false }, origin: '192.0.2.1' },
    ...{ response_code: 200, duration_ms: 12 },
    ...given,
  }
  await makeRoom(db, [call])
  await writeCalls(db, [call])
  return id
}
