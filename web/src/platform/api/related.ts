import type { Entity } from '@kontor/contract/entity'
import { createContext, useContext } from 'react'

/** The entities by name, for fields that refer to one. The application provides them; this folder does not name any. */
export const EntitiesContext = createContext<ReadonlyMap<string, Entity>>(new Map())

export const useEntity = (name: string | undefined): Entity | undefined => useContext(EntitiesContext).get(name ?? '')

/** The title of a row for people: its name, its number, or the end of its id. */
export function titleOfRow(row: Readonly<Record<string, unknown>>): string {
  const names = [
    'name',
    'display_name',
    'text',
    'number',
    'merchant_reference',
    'email_address',
    'customer_name',
    'file_name',
    'iban',
    'processor_name',
  ]
  const title = names.map((name) => row[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof title === 'string' ? title : `…${String(row.id).slice(-8)}`
}

const telling = ['email_address', 'reference', 'holder', 'city', 'currency_code', 'gateway', 'account']

/**
 * Facts that tell two rows of the same name apart: e-mail address, number and place, the currency of a shop, or the
 * gateway of a processor and its account there.
 */
export function factsOfRow(row: Readonly<Record<string, unknown>>): string {
  const facts = telling.map((name) => row[name])
  const title = titleOfRow(row)
  return facts.filter((fact) => typeof fact === 'string' && fact !== '' && fact !== title).join(' · ')
}

/**
 * The titles of rows that stand beside each other, by id. Those that are equal say their facts too, and the end of the id
 * where these are equal as well.
 */
export function distinctTitles<R extends { id: string }>(
  rows: readonly R[],
  factsOf: (row: R) => string = factsOfRow,
): Map<string, string> {
  const titles = new Map(rows.map((row) => [row.id, titleOfRow({ ...row })]))
  const whole = new Map(rows.map((row) => [row.id, joined(titles.get(row.id), factsOf(row))]))
  const [shared, alike] = [repeated(titles), repeated(whole)]
  return new Map(
    rows.map(({ id }) => {
      const [title = '', full = ''] = [titles.get(id), whole.get(id)]
      if (!shared.has(title)) return [id, title]
      return [id, alike.has(full) ? joined(full, `…${id.slice(-8)}`) : full]
    }),
  )
}

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ')

function repeated(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set([...texts.values()].filter((text) => seen.has(text) || !seen.add(text)))
}

/** A relation, populated or not. A row that the viewer may not see stays an id. */
export type Related<T> = string | T

export const idOf = (related: Related<{ id: string }>): string => (typeof related === 'string' ? related : related.id)
