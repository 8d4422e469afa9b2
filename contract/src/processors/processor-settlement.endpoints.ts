import { defineEndpoint } from '../endpoint.ts'
import { fileNameHeader } from '../platform/file-name.rules.ts'
import { either } from '../roles.ts'
import { processorSettlement } from './processor-settlement.entity.ts'
import { settlementFileLimits } from './processor-settlement.rules.ts'
import type * as schemas from './processor-settlement.schemas.ts'

const { roles } = processorSettlement
const shared = { area: 'processor_settlement', changes: ['processor_settlement'] } as const

export const createProcessorSettlementEndpoint = defineEndpoint<typeof schemas.createProcessorSettlementSchemas>()({
  ...shared,
  name: 'create-processor-settlement',
  method: 'POST',
  path: '/v1/processorsettlement',
  summary: 'Add a place where files of what a gateway paid out come from',
  description: 'Its credential is tried at once. A credential that does not work is kept all the same.',
  access: roles.create,
  status: 201,
})

export const updateProcessorSettlementEndpoint = defineEndpoint<typeof schemas.updateProcessorSettlementSchemas>()({
  ...shared,
  name: 'update-processor-settlement',
  method: 'POST',
  path: '/v1/processorsettlement/:id',
  summary: 'Change a processor settlement, or values of its credential',
  access: roles.update,
})

export const activateProcessorSettlementEndpoint = defineEndpoint<typeof schemas.activateProcessorSettlementSchemas>()({
  ...shared,
  name: 'activate-processor-settlement',
  method: 'POST',
  path: '/v1/processorsettlement/:id/activate',
  summary: 'Take files of a processor settlement again',
  access: roles.update,
  refusals: ['credential_incomplete'],
})

export const deactivateProcessorSettlementEndpoint = defineEndpoint<
  typeof schemas.deactivateProcessorSettlementSchemas
>()({
  ...shared,
  name: 'deactivate-processor-settlement',
  method: 'POST',
  path: '/v1/processorsettlement/:id/deactivate',
  summary: 'Take no further files of a processor settlement',
  access: roles.update,
})

/** Moves nothing and keeps nothing. */
export const testProcessorSettlementCredentialEndpoint = defineEndpoint<
  typeof schemas.testProcessorSettlementCredentialSchemas
>()({
  name: 'test-processor-settlement-credential',
  method: 'POST',
  path: '/v1/processorsettlement/test',
  area: 'processor_settlement',
  summary: 'Ask a gateway whose account a credential for settlements opens, before it is saved',
  access: either(roles.create, roles.update),
  withoutTransaction: true,
  keepsNoAnswer: 'reads',
})

/** Moves nothing. The outcome is kept. */
export const testProcessorSettlementEndpoint = defineEndpoint<typeof schemas.testProcessorSettlementSchemas>()({
  ...shared,
  name: 'test-processor-settlement',
  method: 'POST',
  path: '/v1/processorsettlement/:id/test',
  summary: 'Ask the gateway whose account the credential of a processor settlement opens',
  access: roles.update,
  withoutTransaction: true,
})

export const processorSettlementSetupEndpoint = defineEndpoint<typeof schemas.processorSettlementSetupSchemas>()({
  name: 'get-processor-settlement-setup',
  method: 'GET',
  path: '/v1/processorsettlement/:id/setup',
  area: 'processor_settlement',
  summary:
    'Get how a processor settlement is connected: its credential without values, and its last look at the gateway',
  access: roles.list,
})

export const listSettlementFilesEndpoint = defineEndpoint<typeof schemas.listSettlementFilesSchemas>()({
  name: 'list-settlement-files',
  method: 'GET',
  path: '/v1/processorsettlement/:id/file',
  area: 'processor_settlement',
  summary: 'List the files of a processor settlement',
  access: roles.list,
})

export const addSettlementFileEndpoint = defineEndpoint<typeof schemas.addSettlementFileSchemas>()({
  ...shared,
  name: 'add-settlement-file',
  method: 'POST',
  path: '/v1/processorsettlement/:id/file',
  summary: 'Hand in a file of the gateway, as the body',
  description: `The header ${fileNameHeader} has the name of the file, percent-encoded. A file that is there already is refused, with its id, name and day.`,
  access: roles.update,
  takes: { kind: 'file', bytes: settlementFileLimits.bytes },
  status: 201,
  refusals: ['settlement_inactive', 'file_known'],
})

export const readSettlementFileEndpoint = defineEndpoint<typeof schemas.readSettlementFileSchemas>()({
  ...shared,
  name: 'read-settlement-file',
  method: 'POST',
  path: '/v1/processorsettlement/:id/file/:file/read',
  summary: 'Read the lines of a file once more, and find what they are of',
  access: roles.update,
  refusals: ['file_closed'],
})

export const listSettlementLinesEndpoint = defineEndpoint<typeof schemas.listSettlementLinesSchemas>()({
  name: 'list-settlement-lines',
  method: 'GET',
  path: '/v1/processorsettlement/:id/file/:file/line',
  area: 'processor_settlement',
  summary: 'List the lines of a file, in its order',
  access: roles.list,
})
