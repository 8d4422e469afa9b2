import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, gateway, id, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { paymentProducts } from '../payments/transaction.rules.ts'
import { entityRoles } from '../roles.ts'
import { credentialProblems, processorModes } from './processor.rules.ts'

/** A configured connection: a gateway, one payment product, a credential. The credential never leaves the server. */
export const processor = defineEntity({
  name: 'processor',
  resource: 'processor',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: optional(text()),
    gateway: gateway(),
    /** The same word, by the name that programs expect it under (docs/adr/0208). */
    provider: gateway(),
    mode: choice(processorModes),
    payment_product: choice(paymentProducts),
    /** The gateway's name of the account that the credential opens; null until the gateway has said it. */
    account: optional(text()),
    active: flag(),
    /** The problem that the last test of the credential in use found; null: none, or it was not tested. */
    test_problem: optional(choice(credentialProblems)),
    /** Another organisation shares it with the viewer, who may use it and not look into it. */
    shared: flag(),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    name: 'is',
    payment_product: 'any',
    gateway: 'any',
    active: 'is',
    shared: 'is',
    created_at: 'range',
  },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  asRelation: [
    'id',
    'created_at',
    'name',
    'gateway',
    'provider',
    'payment_product',
    'active',
    'organisation',
    'merchant',
  ],
  hasHistory: true,
  roles: entityRoles('PROCESSOR', 'PSP_PROCESSOR'),
  export: ['id', 'created_at', 'name', 'gateway', 'payment_product', 'active'],
  maxLimit: 2000,
})

export type Processor = Row<typeof processor>
