import { defineEntity, type Row } from '../entity.ts'
import { choice, id, ofMerchant, optional, person, ref, text, texts, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { apiKeyStatuses } from './api-keys.rules.ts'

/** The key of a program, as the provider's staff see it. Its secret is shown once, when it is created. */
export const apiKey = defineEntity({
  name: 'api_key',
  resource: 'psp/apikey',
  fields: {
    id: id(),
    created_at: timestamp(),
    created_by: optional(person()),
    name: text(),
    /** The first characters of the key, by which it is recognised. */
    prefix: text(),
    status: choice(apiKeyStatuses),
    roles: texts(),
    /** The key reaches this organisation and those below it. */
    organisation: ref('organisation'),
    /** The addresses and networks that may use it; null: any. */
    allowed_ips: optional(texts()),
    /** To the minute. */
    last_used_at: optional(timestamp()),
    /** The address of that use. */
    last_used_ip: optional(text()),
    expires_at: optional(timestamp()),
    revoked_at: optional(timestamp()),
    revoker: optional(person()),
    /** The key that took its place. */
    successor: optional(ref('api_key')),
    ...ofMerchant,
  },
  filters: {
    id: 'any',
    status: 'any',
    // Without brackets it is the view of that part of a merchant.
    organisation: 'among',
    created_at: 'range',
    last_used_at: 'range',
    expires_at: 'range',
  },
  search: { name: 'contains', prefix: 'prefix', id: 'is' },
  sort: ['created_at', 'name', 'last_used_at', 'expires_at'],
  populate: ['organisation'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_APIKEY'),
  export: [
    'id',
    'created_at',
    'created_by',
    'name',
    'prefix',
    'status',
    'roles',
    'organisation',
    'merchant_name',
    'allowed_ips',
    'last_used_at',
    'last_used_ip',
    'expires_at',
  ],
})

export type ApiKey = Row<typeof apiKey>
