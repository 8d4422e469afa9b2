import { defineEndpoint } from '../endpoint.ts'
import type * as schemas from './audit-trail.schemas.ts'
import { auditTrailItem, pspAuditTrailItem } from './audit-trail-item.entity.ts'

export const auditTrailContentEndpoint = defineEndpoint<typeof schemas.auditTrailContentSchemas>()({
  name: 'get-audit-trail-content',
  method: 'GET',
  path: '/v1/audittrail/:id/content',
  area: 'audit_trail_item',
  summary: 'Get the headers and bodies of a call',
  access: auditTrailItem.roles.list,
})

export const pspAuditTrailContentEndpoint = defineEndpoint<typeof schemas.auditTrailContentSchemas>()({
  name: 'get-psp-audit-trail-content',
  method: 'GET',
  path: '/v1/psp/audittrail/:id/content',
  area: 'psp_audit_trail_item',
  summary: 'Get the headers and bodies of any call',
  access: pspAuditTrailItem.roles.list,
})

export const auditTrailFailuresEndpoint = defineEndpoint<typeof schemas.auditTrailFailuresSchemas>()({
  name: 'list-audit-trail-failures',
  method: 'GET',
  path: '/v1/audittrail/failure',
  area: 'audit_trail_item',
  summary: 'List the kinds of failed calls of the last 24 hours, the most frequent first',
  description: 'Grouped by route, code and code of refusal. At most fifty.',
  access: auditTrailItem.roles.list,
})

export const pspAuditTrailFailuresEndpoint = defineEndpoint<typeof schemas.auditTrailFailuresSchemas>()({
  name: 'list-psp-audit-trail-failures',
  method: 'GET',
  path: '/v1/psp/audittrail/failure',
  of: 'merchant',
  area: 'psp_audit_trail_item',
  summary: 'List the kinds of failed calls of the last 24 hours, the most frequent first',
  description: 'Grouped by route, code and code of refusal. At most fifty.',
  access: pspAuditTrailItem.roles.list,
})
