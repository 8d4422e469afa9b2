import { defineEndpoint } from '../endpoint.ts'
import { fileNameHeader } from '../platform/file-name.rules.ts'
import { chargeback } from './chargeback.entity.ts'
import { evidenceLimits } from './chargeback.rules.ts'
import type * as schemas from './chargeback.schemas.ts'

const common = {
  method: 'POST',
  area: 'chargeback',
  access: chargeback.roles.update,
  changes: ['chargeback', 'transaction'],
} as const

const refusals = ['chargeback_not_open', 'chargeback_answer_not_supported', 'operation_in_progress'] as const

/** Accepts the chargeback: the payer keeps the money. */
export const acceptChargebackEndpoint = defineEndpoint<typeof schemas.acceptChargebackSchemas>()({
  ...common,
  name: 'accept-chargeback',
  path: '/v1/chargeback/:id/accept',
  summary: 'Accept a chargeback',
  refusals,
})

/** Sends the evidence to the issuer, who decides. */
export const disputeChargebackEndpoint = defineEndpoint<typeof schemas.disputeChargebackSchemas>()({
  ...common,
  name: 'dispute-chargeback',
  path: '/v1/chargeback/:id/dispute',
  summary: 'Dispute a chargeback with the evidence that was added to it',
  refusals: [...refusals, 'chargeback_deadline_over', 'evidence_required'],
})

export const listEvidenceEndpoint = defineEndpoint<typeof schemas.listEvidenceSchemas>()({
  name: 'list-evidence',
  method: 'GET',
  path: '/v1/chargeback/:id/evidence',
  area: 'chargeback',
  summary: 'List the evidence of a chargeback',
  access: chargeback.roles.list,
})

export const readEvidenceEndpoint = defineEndpoint<typeof schemas.readEvidenceSchemas>()({
  name: 'read-evidence',
  method: 'GET',
  path: '/v1/chargeback/:id/evidence/:evidence',
  area: 'chargeback',
  summary: 'Get a file of evidence',
  access: chargeback.roles.list,
  gives: 'file',
})

export const addEvidenceEndpoint = defineEndpoint<typeof schemas.addEvidenceSchemas>()({
  name: 'add-evidence',
  method: 'POST',
  path: '/v1/chargeback/:id/evidence',
  area: 'chargeback',
  summary: 'Add a file of evidence: PDF, JPEG or PNG, as the body',
  description: `The header ${fileNameHeader} has the name of the file, percent-encoded. A file that the chargeback already has is not added again.`,
  access: chargeback.roles.update,
  takes: { kind: 'file', bytes: evidenceLimits.bytes },
  status: 201,
  refusals: ['evidence_refused', 'evidence_full', 'chargeback_not_open'],
  changes: ['chargeback'],
})

export const removeEvidenceEndpoint = defineEndpoint<typeof schemas.removeEvidenceSchemas>()({
  name: 'remove-evidence',
  method: 'DELETE',
  path: '/v1/chargeback/:id/evidence/:evidence',
  area: 'chargeback',
  summary: 'Remove a file of evidence',
  access: chargeback.roles.update,
  status: 204,
  refusals: ['chargeback_not_open'],
})
