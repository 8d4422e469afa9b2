import { defineEntity, type Row } from '../entity.ts'
import { choice, flag, id, integer, optional, ref, text, timestamp } from '../field.ts'
import { entityRoles, providerEntityRoles } from '../roles.ts'
import { authentications, callGaps, callTypes, codeRanges } from './audit-trail.rules.ts'

const fields = {
  /** The id of the item. A request has the same one as its `request_id`. */
  id: id(),
  created_at: timestamp(),
  /** The method and the pattern of the address, or what the call was for: `POST /v1/transaction/:id/refund`, `authorize`. */
  route: text(),
  url: text(),
  type: choice(callTypes),
  authentication: choice(authentications),
  user: optional(ref('user')),
  api_key: optional(ref('api_key')),
  user_name: optional(text()),
  /** 0: there was no answer. */
  response_code: integer(codeRanges),
  /** The code of a refusal. */
  refusal: optional(text()),
  /** The network address of the caller, or `kontor`. */
  origin: optional(text()),
  /** The host that was called, or `kontor`. */
  destination: optional(text()),
  duration_ms: integer(),
  request_bytes: optional(integer()),
  response_bytes: optional(integer()),
  transaction: optional(ref('transaction')),
  payment_profile: optional(ref('payment_profile')),
  /** The call that caused this one, possibly hours before. */
  parent: optional(id()),
  /** True: there are calls that this one caused. */
  has_children: flag(),
  gap: optional(choice(callGaps)),
  /** The number of calls that are missing. */
  missing: optional(integer()),
  missing_until: optional(timestamp()),
  organisation: optional(ref('organisation')),
  /** All zeros: the provider, or a caller who is not known. */
  merchant: ref('merchant'),
  merchant_name: optional(text()),
}

const list = {
  filters: {
    id: 'any',
    created_at: 'range',
    transaction: 'is',
    destination: 'is',
    route: 'is',
    type: 'any',
    response_code: 'range',
    authentication: 'is',
    parent: 'is',
    api_key: 'is',
    refusal: 'is',
  },
  search: { id: 'is', transaction: 'is', route: 'contains', user_name: 'contains', origin: 'is' },
  find: ['id'],
  sort: ['created_at'],
  populate: ['transaction', 'payment_profile', 'user', 'api_key'],
  export: [
    ...[
      'id',
      'created_at',
      'type',
      'route',
      'url',
      'authentication',
      'user_name',
      'response_code',
      'refusal',
      'origin',
    ],
    ...['destination', 'duration_ms', 'transaction', 'payment_profile', 'parent', 'gap', 'missing', 'merchant_name'],
  ],
} as const

/** A call of a merchant's own: to Kontor, and because of it to processors and to the merchant's systems. */
export const auditTrailItem = defineEntity({
  name: 'audit_trail_item',
  resource: 'audittrail',
  fields,
  ...list,
  roles: entityRoles('AUDITTRAIL'),
})

/** Any call, as the provider's staff see it. */
export const pspAuditTrailItem = defineEntity({
  name: 'psp_audit_trail_item',
  resource: 'psp/audittrail',
  fields: {
    ...fields,
    /** True: by the provider's staff. */
    psp: flag(),
  },
  ...list,
  roles: providerEntityRoles('PSP_AUDITTRAIL'),
})

export type AuditTrailItem = Row<typeof auditTrailItem>
