import { defineEntity, type Row } from '../entity.ts'
import { choice, id, integer, optional, person, ref, text, texts, timestamp } from '../field.ts'
import { exportFormats } from '../lists/list-defaults.ts'
import { entityRoles } from '../roles.ts'
import { reportFailures, reportStatuses, reportTypes } from './report.rules.ts'

/** A file of a list, made in the background. It shows only reports of lists that the reader may open. */
export const report = defineEntity({
  name: 'report',
  resource: 'report',
  fields: {
    id: id(),
    created_at: timestamp(),
    name: text(),
    type: choice(reportTypes),
    status: choice(reportStatuses),
    failure: optional(choice(reportFailures)),
    /** Rows of the file; so far, while it is being made. */
    count: integer(),
    /** Percent; null: it waits, or nobody knows. */
    progress: optional(integer()),
    /** Filters and search, as the address of the list has them. */
    filters: text(),
    sort: text(),
    /** Fields of the list, in the order of the file. */
    columns: texts(),
    file_format: choice(exportFormats),
    /** Days of the filters, and instants of the file, are of this zone. */
    time_zone: text(),
    created_by: person(),
    started_at: optional(timestamp()),
    finished_at: optional(timestamp()),
    /** All rows are of this instant. */
    as_of: optional(timestamp()),
    expires_at: optional(timestamp()),
    bytes: optional(integer()),
    sha256: optional(text()),
    /** The schedule that let it be made, and the instant at which it was due. */
    schedule: optional(ref('report_schedule')),
    due_at: optional(timestamp()),
    /** Null: all merchants, whose merchant is the all-zero id. */
    organisation: optional(ref('organisation')),
    merchant: ref('merchant'),
    merchant_name: optional(text()),
  },
  filters: {
    id: 'any',
    type: 'any',
    status: 'any',
    created_at: 'range',
    schedule: 'is',
    organisation: 'among',
  },
  search: { name: 'contains', id: 'is' },
  sort: ['created_at', 'name'],
  populate: ['organisation'],
  roles: entityRoles('REPORT'),
  export: ['id', 'created_at', 'name', 'type', 'status', 'failure', 'count', 'created_by', 'finished_at', 'expires_at'],
})

export type Report = Row<typeof report>
