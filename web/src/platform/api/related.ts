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

/** Facts that tell two rows of the same name apart: e-mail address, number and place, or the currency of a shop. */
export function factsOfRow(row: Readonly<Record<string, unknown>>): string {
  const facts = ['email_address', 'reference', 'holder', 'city', 'currency_code'].map((name) => row[name])
  const title = titleOfRow(row)
  return facts.filter((fact) => typeof fact === 'string' && fact !== '' && fact !== title).join(' · ')
}

/** A relation, populated or not. A row that the viewer may not see stays an id. */
export type Related<T> = string | T

export const idOf = (related: Related<{ id: string }>): string => (typeof related === 'string' ? related : related.id)
