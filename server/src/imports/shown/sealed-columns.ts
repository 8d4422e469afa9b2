import { revealCustomerEndpoint } from '@kontor/contract/customers/customer-reads.endpoints'
import { importDelimiters } from '@kontor/contract/imports/import.rules'
import { Refusal } from '@kontor/contract/refusal'
import { isAllowed } from '@kontor/contract/roles'
import { maskOf, sealedFields } from '../../customers/customer-secrets.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Reader } from '../../platform/db/database.ts'
import { ownColumns } from '../opened-file.ts'
import { columnsNamedAs, proposeMapping } from '../propose-mapping.ts'
import type { StoredImport } from '../stored-import.ts'

/** The columns of a file and the fields of a row, as they are shown. */
interface Masked {
  header: string[]
  fields: (fields: readonly string[]) => string[]
}

/**
 * Masks the columns with what customers have sealed, unless the actor may open that of a customer. Undefined: the actor may read
 * the file as it is. Such a column is known by its name, in any file, or by what is read from it. Where the file is read in a way
 * that hides such a name, and in rows of another length than the header, nobody knows what is where: all of it is masked. So it is
 * for others than who handed it in where it is read otherwise than its own bytes say, as in another encoding.
 */
export async function maskedFor(
  db: Reader,
  actor: Actor,
  of: StoredImport,
  header: readonly string[],
  masterKey: string,
): Promise<Masked | undefined> {
  if (readsSealed(actor)) return undefined
  const isOwn = actor.id === of.created_by_id || isSame(header, await ownColumns(db, of, masterKey))
  if (!isOwn) return { header: header.map(hidden), fields: (fields) => fields.map(hidden) }
  if (header.some(hidesSealed)) return { header: [...header], fields: (fields) => fields.map(hidden) }
  const proposed = of.type === 'customer' ? await proposeMapping(db, of, header) : {}
  const masks = new Map<number, string>()
  for (const field of sealedFields) {
    const sources = of.type === 'customer' ? [of.mapping[field], proposed[field]] : []
    const named = [...sources.flatMap(columnsIn), ...columnsNamedAs('customer', field, header)]
    for (const [place, name] of header.entries()) if (named.includes(name)) masks.set(place, maskOf[field])
  }
  if (masks.size === 0) return undefined
  const fields = (row: readonly string[]) =>
    row.length === header.length
      ? row.map((value, place) => (value === '' ? value : (masks.get(place) ?? value)))
      : row.map(hidden)
  return { header: [...header], fields }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, place) => name === other[place])

const hidden = (value: string) => (value === '' ? value : '•••')

/** True: with another sign between them, this name is several, and one of them is of what customers have sealed. */
const hidesSealed = (name: string): boolean =>
  importDelimiters.some((delimiter) => {
    const names = name.split(delimiter)
    return names.length > 1 && sealedFields.some((field) => columnsNamedAs('customer', field, names).length > 0)
  })

/**
 * Refuses to read a file of customers without a column that was read as what customers have sealed, and so is masked, to those who
 * may not open it and did not hand the file in.
 */
export function requireSealedKept(
  actor: Actor,
  { type, mapping: before, created_by_id }: StoredImport,
  mapping: Readonly<Record<string, string>>,
): void {
  if (type !== 'customer' || readsSealed(actor) || actor.id === created_by_id) return
  const kept = sealedFields.flatMap((field) => columnsIn(mapping[field]))
  const isKept = sealedFields.flatMap((field) => columnsIn(before[field])).every((column) => kept.includes(column))
  if (!isKept) throw new Refusal('forbidden', { caller: 'author_only' })
}

/** True for whoever may open what a customer has sealed. */
export const readsSealed = (actor: Actor): boolean => isAllowed(revealCustomerEndpoint.access, actor.roles)

/** The columns of which a source is made: one, or those of a template. */
const columnsIn = (source: string | undefined): string[] =>
  source === undefined ? [] : [source, ...[...source.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)]
