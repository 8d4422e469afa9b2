import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, id, ofMerchant, ref, text, timestamp } from '../field.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'

export const gateways = ['sandbox'] as const
/** Display names of the gateways. */
export const gatewayLabels: Readonly<Record<string, string>> = { sandbox: 'Sandbox' }

/** A configured connection: a gateway, one payment product, a credential. The credential never leaves the server. */
export const processor = defineEntity({
  name: 'processor',
  resource: 'processor',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    gateway: choice(gateways),
    payment_product: choice(paymentProducts),
    active: flag(),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', name: 'is', payment_product: 'any', gateway: 'any', active: 'is', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  roles: entityRoles('PROCESSOR', 'PSP_PROCESSOR'),
  export: ['id', 'created_at', 'name', 'gateway', 'payment_product', 'active'],
  maxLimit: 2000,
})

export type Processor = Row<typeof processor>
