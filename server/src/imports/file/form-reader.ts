import { type RejectionCode, rejectionCodes } from '@kontor/contract/imports/import.rules'
import type { z } from 'zod'
import type { Fault } from '../batch.ts'
import type { CsvFile } from './csv-file.ts'
import type { CsvRecord } from './records.ts'

type Unread = Omit<Fault, 'line'>

interface Reading {
  /** The field of a row about which nothing else is known. */
  main: string
  /** Words of files that differ from ours by their case alone. */
  asWritten?: (target: string, value: string) => string
  /** The reason where the main field is empty. */
  without?: RejectionCode
}

/** Reads records by the schema of a form. A field that is empty is left out. */
export function formReader<R>(
  schema: z.ZodType<R>,
  readers: CsvFile<string>['readers'],
  { main, asWritten = (_, value) => value, without = 'required' }: Reading,
): (record: CsvRecord) => { row: R } | Unread {
  const targets = Object.entries(readers)
  return ({ line, fields }) => {
    const values = targets.flatMap(([target, reader]) => {
      const value = reader?.(fields, line).trim() ?? ''
      return value === '' ? [] : [[target, asWritten(target, value)] as const]
    })
    const given = Object.fromEntries(values)
    // The decoder writes U+FFFD in place of unreadable bytes.
    const [unread] = values.find(([, value]) => value.includes('\uFFFD')) ?? []
    if (unread !== undefined) return { code: 'invalid_characters', target: unread }
    if (given[main] === undefined) return { code: without, target: main }
    const result = schema.safeParse(given)
    if (result.success) return { row: result.data }
    const [issue] = result.error.issues
    const target = String(issue?.path[0] ?? main)
    return { code: given[target] === undefined ? 'required' : codeOf(issue?.message ?? ''), target }
  }
}

const others: Readonly<Record<string, RejectionCode>> = {
  invalid_text: 'invalid_characters',
  contains_card_number: 'card_number',
  invalid_country: 'country_unknown',
  unknown: 'not_found',
}

/** A reason of a form or a command as one of a row. */
export const codeOf = (reason: string): RejectionCode =>
  others[reason] ?? rejectionCodes.find((code) => code === reason) ?? 'invalid_value'
