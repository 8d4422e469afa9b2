import { defineEntity, type Row } from '../../entity.ts'
import { choice, currency, id, integer, ofMerchant, ref, refs, text, timestamp } from '../../field.ts'
import { paymentProducts } from '../../payments/transaction.rules.ts'
import { either, entityRoles } from '../../roles.ts'
import type { Branch } from './tree.rules.ts'

const routingRoles = entityRoles('ROUTING')

/** A tree of conditions that chooses the processor of a payment, for the payment profiles that use it. */
export const routing = defineEntity({
  name: 'routing',
  resource: 'routing',
  fields: {
    id: id(),
    created_at: timestamp(),
    updated_at: timestamp(),
    name: text(),
    payment_product: choice(paymentProducts),
    /** The currency of the amounts in its conditions. */
    currency_code: currency(),
    /** The processors at the ends of the tree. */
    processors: refs('processor'),
    /** Raised by each change. Decisions name it, and a change names the one that it was made from. */
    version: integer(),
    /** The number of payment profiles that use it. It cannot be deleted while there are any. */
    uses: integer(),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', name: 'is', payment_product: 'any', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation', 'processors'],
  hasHistory: true,
  // Its editor opens the one routing that it changes (001 section 2.5).
  roles: { ...routingRoles, get: either(routingRoles.list, routingRoles.update) },
  export: ['id', 'created_at', 'name', 'payment_product', 'currency_code', 'version', 'uses'],
})

export type Routing = Row<typeof routing>
export type RoutingWithTree = Routing & { details: Branch }
