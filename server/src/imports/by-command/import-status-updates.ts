import type { RejectionCode } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import { updatableStatuses } from '@kontor/contract/status-updates/status-update.rules'
import { createStatusUpdateSchemas } from '@kontor/contract/status-updates/status-update.schemas'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../platform/db/actor.ts'
import { actAs, type Trx } from '../../platform/db/database.ts'
import { createStatusUpdate } from '../../status-updates/create-status-update.ts'
import { findUpdatable, openUpdateOf } from '../../status-updates/updatable.ts'
import { type Fault, type ImportHouse, type ImportKind, readRows } from '../batch.ts'
import { codeOf, formReader } from '../file/form-reader.ts'
import type { Readers } from '../file/mapping.ts'
import type { CsvRecord } from '../file/records.ts'
import type { StoredImport } from '../stored-import.ts'
import { type Became, byCommand, type Numbered } from './by-command.ts'
import { isMuchTogether } from './is-much-together.ts'

const { item, reason, external_reference } = createStatusUpdateSchemas.body.shape
const schema = z.object({
  item,
  to_status: z.enum(updatableStatuses, 'invalid_value'),
  reason,
  external_reference,
  tell: z.enum(['true', 'false'], 'invalid_value').default('true'),
})
type Given = z.output<typeof schema>

/**
 * Statuses that a super user gives to payments, refunds and chargebacks, each in a transaction of its own. All of a file about much
 * money wait for a second person (docs/adr/0238). Statuses never come back to an earlier one, so what a row says is there already, or
 * cannot follow any more.
 */
export const statusUpdateImport = {
  size: 1,
  batches: async (house, of, { readers }) => {
    const needs_another = await isMuchTogether(house, of, (record) => readStatus(record, readers).item)
    const read = formReader<Given>(schema, readers, { main: 'item', asWritten })
    const first = new Map<string, number>()
    const isFirst = ({ line, row }: Numbered<Given>) => first.get(row.item) === line
    return {
      needs_another,
      // The check undoes each row before the next one: a second row of the same would be read in another state than by the import.
      passes: (record) => {
        const { item } = readStatus(record, readers)
        if (!first.has(item)) first.set(item, record.line)
      },
      batchOf: (records) => {
        const { rows, faults } = readRows(records, read)
        const others = rows.filter((row) => !isFirst(row))
        const twice = others.map(({ line }): Fault => ({ line, code: 'id_twice', target: 'item' }))
        return byCommand(
          { rows: rows.filter(isFirst), faults: [...faults, ...twice] },
          {
            turn: 'status updates of imports',
            make: (trx, row) => give(trx, { ...row, needs_another }, house, of),
            faultOf,
          },
        )
      },
    }
  },
} satisfies ImportKind

/** What a record says, right or wrong. */
export function readStatus({ fields, line }: CsvRecord, readers: Readers<string>): { item: string; to_status: string } {
  const read = (target: string) => asWritten(target, readers[target]?.(fields, line).trim() ?? '')
  return { item: read('item'), to_status: read('to_status') }
}

const yes = ['true', 'yes', 'ja', '1']
const no = ['false', 'no', 'nee', '0']

function asWritten(target: string, value: string): string {
  if (target === 'item') return value.toLowerCase()
  if (target === 'to_status') return value.toUpperCase()
  if (target !== 'tell') return value
  const word = value.toLowerCase()
  return yes.includes(word) ? 'true' : no.includes(word) ? 'false' : word
}

async function give(
  trx: Trx,
  row: Given & { needs_another: boolean },
  house: ImportHouse,
  of: StoredImport,
): Promise<Became> {
  const actor = authorOf(of)
  const found = await findUpdatable(trx, actor, row.item)
  if (found.row.status === row.to_status) return 'known'
  const open = await openUpdateOf(trx, found)
  if (open) return open.to_status === row.to_status ? 'known' : { code: 'status_update_open', target: 'item' }
  // Such a change is a person's in every trail, not the file's.
  await actAs(trx, actor)
  const { tell, ...input } = row
  // The schema of the rules allows the same words.
  const from_status = found.row.status as Parameters<typeof createStatusUpdate>[2]['from_status']
  const made = await createStatusUpdate(trx, actor, { ...input, from_status, tell: tell === 'true' }, house.now)
  await asFile(trx, of)
  return { made }
}

/** What follows is the file's again. */
const asFile = (trx: Trx, { file_name }: StoredImport) =>
  sql`select set_config('kontor.actor', ${JSON.stringify({ kind: 'import', name: file_name })}, true)`.execute(trx)

/** The super user who handed the file in, and who alone carries it through (`requireAuthor`). */
function authorOf({ created_by_id, created_by, file_name }: StoredImport): Actor {
  const who = { kind: 'user', id: created_by_id, name: created_by ?? file_name } as const
  return { ...who, psp: true, roles: ['PSP_SUPER'], scope: { merchant: null }, time_zone: 'UTC' }
}

const faults: Readonly<Record<string, { code: RejectionCode; target: string }>> = {
  not_found: { code: 'not_found', target: 'item' },
  status_not_possible: { code: 'status_not_possible', target: 'to_status' },
  operation_in_progress: { code: 'operation_in_progress', target: 'item' },
  contradiction_open: { code: 'contradiction_open', target: 'item' },
  payment_has_refunds: { code: 'payment_has_refunds', target: 'to_status' },
}

function faultOf(error: unknown): Omit<Fault, 'line'> | undefined {
  if (!(error instanceof Refusal)) return undefined
  if (error.code !== 'invalid_request') return faults[error.code]
  const [about, reason] = Object.entries(error.details ?? {})[0] ?? []
  return { code: codeOf(String(reason)), target: about?.replace('body.', '') ?? 'item' }
}
