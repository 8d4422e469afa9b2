import { createHash } from 'node:crypto'
import type { ProcessorSettlementType } from '@kontor/contract/processors/processor-settlement.rules'
import { newId } from '../../../src/platform/db/ids.ts'
import { sealCredential } from '../../../src/platform/secrets/sealed.ts'
import { user } from '../identity/user.ts'
import type { Making } from '../making.ts'

/** Where files come from. Without an account: its gateway was not asked. */
export async function processorSettlement(
  making: Making,
  merchant: string,
  given: {
    organisation?: string
    name?: string
    /** Who looks after the account. */
    user?: string
    gateway?: string
    type?: ProcessorSettlementType
    account?: string
    active?: boolean
    created_at?: Date
    expected_every_days?: number
    /** It has a file that agrees with the ledger. */
    agrees?: boolean
    /** Of another sandbox. */
    url?: string
    credential?: Record<string, string>
  } = {},
): Promise<string> {
  const { db, next, masterKey, processorUrl, credential } = making
  const { id, created_at } = newId(given.created_at ?? new Date())
  const gateway = given.gateway ?? 'sandbox'
  const user_id = given.user ?? (await user(making, { merchant })).id
  await db
    .insertInto('processor_settlement')
    .values({
      ...{ merchant_id: merchant, id, created_at, organisation_id: given.organisation ?? merchant, user_id },
      ...{ name: given.name ?? `Settlement ${next()}`, description: 'What was paid out', gateway, mode: 'test' },
      processor_settlement_type: given.type ?? 'UPLOAD',
      url: given.url ?? (gateway === 'sandbox' ? processorUrl : null),
      credential: sealCredential(
        masterKey,
        { merchant, record: id },
        given.credential ?? { api_key: credential['api_key'] ?? '' },
      ),
      account: given.account ?? null,
      active: given.active ?? true,
      expected_every_days: given.expected_every_days ?? null,
    })
    .execute()
  if (given.agrees)
    await db
      .insertInto('processor_settlement_file')
      .values({
        ...{ merchant_id: merchant, id: newId(new Date()).id, processor_settlement_id: id, received_at: created_at },
        ...{ name: 'file.csv', content: Buffer.from('x'), sha256: createHash('sha256').update(id).digest() },
        ...{ uploaded_by: 'Eva', is_proof: false, status: 'READ', reconciled_at: created_at },
      })
      .execute()
  return id
}
