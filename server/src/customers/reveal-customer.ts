import type { RevealedCustomer } from '@kontor/contract/customers/customer-reads.schemas'
import { Refusal } from '@kontor/contract/refusal'
import { type Actor, visibleTo } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { recordCustomerEvent } from './customer-event.ts'
import { openField, sealedFields } from './customer-secrets.ts'

/** Opens the sealed fields of a customer and records who read them. */
export async function revealCustomer(trx: Trx, actor: Actor, id: string, masterKey: string): Promise<RevealedCustomer> {
  const sealed = await trx
    .selectFrom('customer')
    .select(['merchant_id', ...sealedFields])
    .where('id', '=', id)
    .where(visibleTo(actor, 'customer'))
    .executeTakeFirst()
  if (!sealed) throw new Refusal('not_found')
  const of = { merchant: sealed.merchant_id, customer: id }
  const fields = sealedFields.filter((field) => sealed[field] !== null)
  if (fields.length > 0) await recordCustomerEvent(trx, actor, { ...of, kind: 'revealed', fields })
  const open = (field: (typeof sealedFields)[number]) => openField(masterKey, { ...of, field }, sealed[field])
  return { date_of_birth: open('date_of_birth'), social_security_number: open('social_security_number') }
}
