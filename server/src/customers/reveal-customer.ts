import type { RevealedCustomer } from '@kontor/contract/customers/customer-reads.schemas'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { openField, sealedFields } from './customer-secrets.ts'

/** Opens the sealed fields of a customer and records who read them. */
export async function revealCustomer(
  trx: Trx,
  actor: Actor,
  masterKey: string,
  { merchant, id }: { merchant: string; id: string },
): Promise<RevealedCustomer> {
  const sealed = await trx
    .selectFrom('customer')
    .select(sealedFields)
    .where('merchant_id', '=', merchant)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const fields = sealedFields.filter((field) => sealed[field] !== null)
  if (fields.length > 0) await recordCustomerEvent(trx, actor, { merchant, customer: id, kind: 'revealed', fields })
  const open = (field: (typeof sealedFields)[number]) =>
    openField(masterKey, { merchant, customer: id, field }, sealed[field])
  return { date_of_birth: open('date_of_birth'), social_security_number: open('social_security_number') }
}
