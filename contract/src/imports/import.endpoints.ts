import { defineEndpoint } from '../endpoint.ts'
import { fileNameHeader } from '../platform/file-name.rules.ts'
import { either } from '../roles.ts'
import { importEntity } from './import.entity.ts'
import { importLimits } from './import.rules.ts'
import type * as schemas from './import.schemas.ts'

const { roles } = importEntity
const shared = { area: 'import', changes: ['import'] } as const
/** Whoever hands in a file carries it through. */
const carriesThrough = either(roles.create, roles.update)

export const createImportEndpoint = defineEndpoint<typeof schemas.createImportSchemas>()({
  ...shared,
  name: 'create-import',
  method: 'POST',
  path: '/v1/psp/import',
  summary: 'Hand in a file to import, as the body: CSV, or a workbook (.xlsx)',
  description: `The header ${fileNameHeader} has the name of the file, percent-encoded. Nothing of it is imported yet.`,
  access: roles.create,
  takes: { kind: 'file', bytes: importLimits.bytes },
  status: 201,
  refusals: ['import_unknown_format', 'import_unreadable', 'import_card_number'],
})

export const importTemplateEndpoint = defineEndpoint<typeof schemas.importTemplateSchemas>()({
  name: 'get-import-template',
  method: 'GET',
  path: '/v1/psp/import/template',
  area: 'import',
  summary: 'Download an empty file with the columns of a type',
  access: roles.list,
  gives: 'file',
})

export const importSampleEndpoint = defineEndpoint<typeof schemas.importSampleSchemas>()({
  name: 'get-import-sample',
  method: 'GET',
  path: '/v1/psp/import/:id/sample',
  area: 'import',
  summary: 'Get the first rows of a file, how it was read, and a mapping of its columns',
  access: carriesThrough,
  isSecret: true,
  withoutTransaction: true,
  refusals: ['import_not_possible', 'import_unreadable'],
})

export const checkImportEndpoint = defineEndpoint<typeof schemas.checkImportSchemas>()({
  ...shared,
  name: 'check-import',
  method: 'POST',
  path: '/v1/psp/import/:id/check',
  summary: 'Read every row with a mapping of the columns, and write none',
  access: carriesThrough,
  refusals: ['import_not_possible'],
})

export const startImportEndpoint = defineEndpoint<typeof schemas.startImportSchemas>()({
  ...shared,
  name: 'start-import',
  method: 'POST',
  path: '/v1/psp/import/:id/start',
  summary: 'Import the rows of a file that was checked',
  description: 'Of statuses, for a person who has just shown a second factor.',
  access: carriesThrough,
  refusals: ['import_not_possible', 'fresh_factor_needed'],
})

export const cancelImportEndpoint = defineEndpoint<typeof schemas.cancelImportSchemas>()({
  ...shared,
  name: 'cancel-import',
  method: 'POST',
  path: '/v1/psp/import/:id/cancel',
  summary: 'Import no further rows of a file',
  access: carriesThrough,
  refusals: ['import_not_possible'],
})

export const rerunImportEndpoint = defineEndpoint<typeof schemas.rerunImportSchemas>()({
  ...shared,
  name: 'rerun-import',
  method: 'POST',
  path: '/v1/psp/import/:id/rerun',
  summary: 'Import the rejected rows of a file once more',
  description: 'Of statuses, for a person who has just shown a second factor.',
  access: carriesThrough,
  refusals: ['import_not_possible', 'fresh_factor_needed'],
})

/** What was used or changed since stays. */
export const revertImportEndpoint = defineEndpoint<typeof schemas.revertImportSchemas>()({
  ...shared,
  name: 'revert-import',
  method: 'POST',
  path: '/v1/psp/import/:id/revert',
  summary: 'Delete what an import made',
  access: roles.delete,
  refusals: ['import_not_possible'],
})

export const listRejectionsEndpoint = defineEndpoint<typeof schemas.listRejectionsSchemas>()({
  name: 'list-import-rejections',
  method: 'GET',
  path: '/v1/psp/import/:id/rejection',
  area: 'import',
  summary: 'List the rows of a file that cannot be imported, and why',
  access: roles.list,
})

/** The rows of a checked file of statuses, each with what it would do: it is carried out and undone, so that this is true. */
export const listForeseenRowsEndpoint = defineEndpoint<typeof schemas.listForeseenRowsSchemas>()({
  name: 'list-foreseen-rows',
  method: 'GET',
  path: '/v1/psp/import/:id/foreseen',
  area: 'import',
  summary: 'List what the rows of a checked file of statuses would do',
  description: 'For the super user who handed the file in.',
  access: carriesThrough,
  withoutTransaction: true,
  refusals: ['import_not_possible'],
})

export const readImportFileEndpoint = defineEndpoint<typeof schemas.readImportFileSchemas>()({
  name: 'read-import-file',
  method: 'GET',
  path: '/v1/psp/import/:id/file',
  area: 'import',
  summary: 'Download the file of an import as it came',
  description:
    'As CSV, with dates of birth and national numbers masked, for whoever may not read those of a customer. So it is with samples and rejected rows.',
  access: carriesThrough,
  gives: 'file',
  refusals: ['import_unreadable'],
})

export const readRejectedRowsEndpoint = defineEndpoint<typeof schemas.readRejectedRowsSchemas>()({
  name: 'read-rejected-rows',
  method: 'GET',
  path: '/v1/psp/import/:id/rejected',
  area: 'import',
  summary: 'Download the rejected rows of an import, with the reason of each',
  access: carriesThrough,
  gives: 'file',
})
