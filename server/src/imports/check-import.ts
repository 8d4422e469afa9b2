import type { ReadBody } from '@kontor/contract/endpoint'
import type { checkImportEndpoint } from '@kontor/contract/imports/import.endpoints'
import { importCan, importTargets, targetsOf } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import { sql } from 'kysely'
import type { Actor } from '../platform/db/actor.ts'
import type { Trx } from '../platform/db/database.ts'
import { refuseCardNumber } from '../platform/refuse-card-number.ts'
import { columnProblems } from './file/mapping.ts'
import { ImportProblem } from './file/problem.ts'
import { openedFile, type Reading } from './opened-file.ts'
import { requireSealedKept } from './shown/sealed-columns.ts'
import {
  lockImport,
  requireAuthor,
  requireFile,
  requireRoleFor,
  requireStatus,
  type StoredImport,
} from './stored-import.ts'
import { setTask } from './task.ts'

/** Has every row read with a mapping, which the merchant's next file of the type is offered. */
export async function checkImport(
  trx: Trx,
  actor: Actor,
  id: string,
  { mapping, delimiter, encoding, decimal, date_order }: ReadBody<typeof checkImportEndpoint>,
  masterKey: string,
): Promise<void> {
  const of = await lockImport(trx, actor, id)
  requireRoleFor(actor, of.type, 'create')
  requireAuthor(actor, of)
  requireFile(of)
  requireStatus(of, importCan.check)
  // Rows that are there already were read with the mapping of then.
  if (of.started_at !== null) throw new Refusal('import_not_possible', { status: of.status })
  requireTargets(of, mapping)
  requireSealedKept(actor, of, mapping)
  await refuseCardNumber(trx, 'body.mapping', Object.values(mapping).join('\n'))
  await requireColumns(trx, of, { mapping, delimiter, encoding }, masterKey)
  await trx
    .updateTable('import')
    .set({
      ...{
        mapping: JSON.stringify(mapping),
        delimiter,
        encoding,
        decimal_sign: decimal,
        date_order: date_order ?? null,
      },
      status: 'UPLOADED',
    })
    .where('merchant_id', '=', of.merchant_id)
    .where('id', '=', id)
    .execute()
  await sql`
    insert into import_mapping (merchant_id, type, mapping, date_order)
    values (${of.merchant_id}, ${of.type}, ${JSON.stringify(mapping)}, ${date_order ?? null})
    on conflict (merchant_id, type) do update set mapping = excluded.mapping,
      date_order = coalesce(nullif(excluded.date_order, 'ymd'), import_mapping.date_order)`.execute(trx)
  await setTask(trx, actor, of, 'check')
}

function requireTargets({ type }: StoredImport, mapping: Readonly<Record<string, string>>): void {
  const missing = importTargets[type].required.filter((target) => mapping[target] === undefined)
  const unknown = Object.keys(mapping).filter((target) => !targetsOf(type).includes(target))
  const problems = [
    ...missing.map((each) => [each, 'required'] as const),
    ...unknown.map((each) => [each, 'unknown'] as const),
  ]
  refuseTargets(problems)
}

/** A file whose header cannot be read has no columns to compare: the check says what is wrong with it. */
async function requireColumns(
  trx: Trx,
  of: StoredImport,
  { mapping, ...reading }: Required<Reading>,
  masterKey: string,
): Promise<void> {
  const file = await openedFile(trx, of, masterKey, { ...reading, mapping: {} }).catch((error: unknown) => {
    if (!(error instanceof ImportProblem)) throw error
  })
  if (file) refuseTargets(columnProblems(mapping, file.header))
}

function refuseTargets(problems: readonly (readonly [target: string, problem: string])[]): void {
  if (problems.length === 0) return
  throw new Refusal(
    'invalid_request',
    Object.fromEntries(problems.map(([target, problem]) => [`body.mapping.${target}`, problem])),
  )
}
