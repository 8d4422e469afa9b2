import { defineEndpoint } from '../endpoint.ts'
import type * as schemas from './sap.schemas.ts'
import { sapBatch } from './sap-batch.entity.ts'

const { roles } = sapBatch
const ofConnection = { area: 'sap_connection', module: 'sap' } as const
const ofMapping = { area: 'sap_mapping', module: 'sap' } as const
const ofBatch = { area: 'sap_batch', module: 'sap' } as const
/** What becomes of batches follows the mapping. */
const mappingChanges = { changes: ['sap_mapping', 'sap_batch'] } as const

export const getSapConnectionEndpoint = defineEndpoint<typeof schemas.getSapConnectionSchemas>()({
  ...ofConnection,
  name: 'get-sap-connection',
  method: 'GET',
  path: '/v1/psp/sapconnection',
  summary: 'See for which company code of SAP batches are made, and how far they are',
  access: roles.list,
})

export const updateSapConnectionEndpoint = defineEndpoint<typeof schemas.updateSapConnectionSchemas>()({
  ...ofConnection,
  name: 'update-sap-connection',
  method: 'POST',
  path: '/v1/psp/sapconnection',
  summary: 'Say for which company code of SAP batches are made, and when',
  access: roles.update,
  refusals: ['sap_since_kept'],
  changes: ['sap_connection', 'sap_batch'],
})

export const listSapMappingsEndpoint = defineEndpoint<typeof schemas.listSapMappingsSchemas>()({
  ...ofMapping,
  name: 'list-sap-mappings',
  method: 'GET',
  path: '/v1/psp/sapmapping',
  summary: 'List the accounts of SAP by event; the one that names merchant and currency counts before the others',
  access: roles.list,
})

export const listUnmappedSapEventsEndpoint = defineEndpoint<typeof schemas.listUnmappedSapEventsSchemas>()({
  ...ofMapping,
  name: 'list-unmapped-sap-events',
  method: 'GET',
  path: '/v1/psp/sapmapping/unmapped',
  summary: 'List the events of waiting batches for which no accounts are chosen',
  access: roles.list,
})

export const createSapMappingEndpoint = defineEndpoint<typeof schemas.createSapMappingSchemas>()({
  ...ofMapping,
  ...mappingChanges,
  name: 'create-sap-mapping',
  method: 'POST',
  path: '/v1/psp/sapmapping',
  summary: 'Choose the accounts of SAP for an event, for all or for a merchant or a currency',
  access: roles.create,
  status: 201,
  refusals: ['sap_mapping_exists', 'limit_reached'],
})

export const updateSapMappingEndpoint = defineEndpoint<typeof schemas.updateSapMappingSchemas>()({
  ...ofMapping,
  ...mappingChanges,
  name: 'update-sap-mapping',
  method: 'POST',
  path: '/v1/psp/sapmapping/:id',
  summary: 'Choose other accounts of SAP for an event; what was sent stays as it was',
  access: roles.update,
  refusals: ['sap_mapping_exists'],
})

export const deleteSapMappingEndpoint = defineEndpoint<typeof schemas.deleteSapMappingSchemas>()({
  ...ofMapping,
  ...mappingChanges,
  name: 'delete-sap-mapping',
  method: 'DELETE',
  path: '/v1/psp/sapmapping/:id',
  summary: 'Remove the accounts of SAP for an event',
  access: roles.delete,
  status: 204,
})

export const createSapBatchesEndpoint = defineEndpoint<typeof schemas.createSapBatchesSchemas>()({
  ...ofBatch,
  name: 'create-sap-batches',
  method: 'POST',
  path: '/v1/psp/sapbatch',
  summary: 'Make batches of the closed business days that are in none, one for each month',
  access: roles.create,
  refusals: ['sap_not_connected', 'ledger_not_open', 'sap_nothing_to_send'],
  changes: ['sap_batch', 'sap_connection', 'sap_mapping'],
})

export const getSapBatchLinesEndpoint = defineEndpoint<typeof schemas.getSapBatchLinesSchemas>()({
  ...ofBatch,
  name: 'get-sap-batch-lines',
  method: 'GET',
  path: '/v1/psp/sapbatch/:id/line',
  summary: 'See the lines of a batch, what is missing, and how often it was sent',
  access: roles.list,
})

export const takeSapBatchFileEndpoint = defineEndpoint<typeof schemas.takeSapBatchFileSchemas>()({
  ...ofBatch,
  name: 'take-sap-batch-file',
  method: 'POST',
  path: '/v1/psp/sapbatch/:id/file',
  summary: 'Get the file of a batch for SAP',
  description:
    'The first time, and after a rejection, its lines are fixed and it is SENT. Afterwards the same lines are given again.',
  access: roles.update,
  isSecret: true,
  keepsNoAnswer: 'reads',
  refusals: ['sap_not_connected', 'sap_unmapped'],
  changes: ['sap_batch', 'sap_mapping'],
})

export const acknowledgeSapBatchEndpoint = defineEndpoint<typeof schemas.acknowledgeSapBatchSchemas>()({
  ...ofBatch,
  name: 'acknowledge-sap-batch',
  method: 'POST',
  path: '/v1/psp/sapbatch/:id/acknowledge',
  summary: 'Say that SAP has booked a batch',
  access: roles.update,
  refusals: ['sap_batch_not_sent'],
  changes: ['sap_batch'],
})

export const rejectSapBatchEndpoint = defineEndpoint<typeof schemas.rejectSapBatchSchemas>()({
  ...ofBatch,
  name: 'reject-sap-batch',
  method: 'POST',
  path: '/v1/psp/sapbatch/:id/reject',
  summary: 'Say that SAP has refused a batch, so that it can be sent again',
  access: roles.update,
  refusals: ['sap_batch_not_sent'],
  changes: ['sap_batch', 'sap_mapping'],
})
