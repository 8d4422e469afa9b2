import { defineEntity, type Row } from '../entity.ts'
import { choice, code, flag, id, integer, optional, ref, text, timestamp } from '../field.ts'
import { providerEntityRoles } from '../roles.ts'
import { importStatuses, importTasks, importTypes } from './import.rules.ts'

/** A file of a merchant whose rows are read in. The file itself is kept sealed, and read by its own endpoints. */
export const importEntity = defineEntity({
  name: 'import',
  resource: 'psp/import',
  fields: {
    id: id(),
    created_at: timestamp(),
    type: choice(importTypes),
    file_name: text(),
    status: choice(importStatuses),
    /** Rows that were read so far. */
    rows_read: integer(),
    /** Rows that are there now, by this import or an earlier one. */
    rows_ok: integer(),
    /** Those of them that were there already. */
    rows_known: integer(),
    rows_rejected: integer(),
    /** Rows that the import made and that were taken back. */
    rows_reverted: integer(),
    /** Null: the command read the file. */
    created_by: optional(text()),
    started_at: optional(timestamp()),
    finished_at: optional(timestamp()),
    /** Why the file as a whole could not be read. */
    problem: optional(code()),
    /** It did not come to the end of its file, and goes on there when it is carried out once more. */
    can_go_on: flag(),
    /** What is being done with it at this moment, and how far that is, in percent. */
    task: optional(choice(importTasks)),
    progress: optional(integer()),
    /** The kept file was deleted, or there never was one. */
    file_deleted_at: optional(timestamp()),
    /** Null: the rows are merchants, or statuses of any of them. */
    organisation: optional(ref('organisation')),
    /** The shop of imported payments. */
    payment_profile: optional(ref('payment_profile')),
    merchant: optional(ref('merchant')),
    merchant_name: optional(text()),
  },
  filters: {
    id: 'any',
    type: 'any',
    status: 'any',
    created_at: 'range',
    organisation: 'among',
  },
  search: { file_name: 'contains', id: 'is' },
  sort: ['created_at', 'file_name'],
  populate: ['organisation', 'payment_profile'],
  hasHistory: true,
  roles: providerEntityRoles('PSP_IMPORT'),
  export: [
    'id',
    'created_at',
    'type',
    'file_name',
    'merchant_name',
    'status',
    'rows_read',
    'rows_ok',
    'rows_known',
    'rows_rejected',
    'rows_reverted',
    'created_by',
    'started_at',
    'finished_at',
  ],
})

export type Import = Row<typeof importEntity>
