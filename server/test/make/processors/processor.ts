import { newId } from '../../../src/platform/db/ids.ts'
import { sealCredential } from '../../../src/platform/secrets/sealed.ts'
import type { Making } from '../making.ts'

export async function processor(
  { db, next, masterKey, processorUrl, credential }: Making,
  merchant: string,
  given: {
    organisation?: string
    name?: string
    gateway?: string
    payment_product?: string
    /** Null: its gateway's manifest has the addresses. */
    url?: string | null
    active?: boolean
    credential?: Record<string, string>
    /** As the gateway names it; by default it has not said it yet. */
    account?: string
  } = {},
): Promise<string> {
  const { id } = newId(new Date())
  await db
    .insertInto('processor')
    .values({
      merchant_id: merchant,
      id,
      organisation_id: given.organisation ?? merchant,
      name: given.name ?? `Processor ${next()}`,
      gateway: given.gateway ?? 'sandbox',
      payment_product: given.payment_product ?? 'card',
      url: given.url === undefined ? processorUrl : given.url,
      credential: sealCredential(masterKey, { merchant, record: id }, given.credential ?? credential),
      active: given.active ?? true,
      account: given.account ?? null,
    })
    .execute()
  return id
}
