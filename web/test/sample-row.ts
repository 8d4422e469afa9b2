import type { Entity } from '@kontor/contract/entity'
import type { Field } from '@kontor/contract/field'

/** The id of every sample. */
export const id = '01900000-0000-7000-8000-000000000001'
const now = '2026-11-01T10:00:00.000Z'

const samples: Readonly<Record<Field['kind'], (field: Field) => unknown>> = {
  id: () => id,
  ref: () => id,
  refs: () => [],
  text: () => 'Before',
  texts: () => [],
  conditions: () => [],
  money: () => 1500,
  integer: () => 1,
  decimal: () => 1,
  boolean: () => true,
  timestamp: () => now,
  date: () => now.slice(0, 10),
  choice: ({ choices = [] }) => choices[0],
  choices: () => [],
  country: () => 'NL',
  currency: () => 'EUR',
  gateway: () => 'sandbox',
}

export type Sample = Readonly<Record<string, unknown>>

/** A row of the entity with a value in every field, by the kinds of its description. */
export const sampleOf = ({ fields }: Entity): Sample =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, samples[field.kind](field)]))
