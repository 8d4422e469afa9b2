import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, id, integer, ofMerchant, optional, ref, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { middlewareKinds, middlewareProviders, whenSilent } from './middleware.rules.ts'

/**
 * A service outside of Kontor that is asked about a payment before its processor is, or told its outcome afterwards. Its secret
 * never leaves the server.
 */
export const middleware = defineEntity({
  name: 'middleware',
  resource: 'middleware',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    description: optional(text()),
    provider: choice(middlewareProviders),
    kind: choice(middlewareKinds),
    url: text(),
    time_limit_ms: integer(),
    when_silent: choice(whenSilent),
    active: flag(),
    organisation: ref('organisation'),
    ...ofMerchant,
  },
  filters: { id: 'any', name: 'is', kind: 'any', when_silent: 'any', active: 'is', created_at: 'range' },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  asRelation: ['id', 'created_at', 'name', 'provider', 'kind', 'active', 'organisation', 'merchant'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_MIDDLEWARE'),
  export: ['id', 'created_at', 'name', 'provider', 'kind', 'active'],
  maxLimit: 2000,
})

export type Middleware = Row<typeof middleware>
