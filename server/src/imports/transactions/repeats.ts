import { createHash } from 'node:crypto'
import type { CsvRecord } from '../file/records.ts'
import { identityOf, type RowContext } from './import-row.ts'

interface Repeats {
  /** Must be shown every record of a file in its order. */
  passes: (record: CsvRecord) => void
  /** 1 for the first of equal payments of a file, 2 for the second. */
  numberOf: (record: CsvRecord) => number
}

/**
 * Numbers equal payments of a file. Lines do not count, so that a payment stays the same one in a file with other lines
 * before it. A row takes a few dozen bytes here.
 */
export function repeatsOf(context: RowContext): Repeats {
  const seen = new Set<number>()
  const counts = new Map<number, number>()
  const numbers = new WeakMap<CsvRecord, number>()
  return {
    passes(record) {
      if (record.fault) return
      const key = keyOf(identityOf(record, context))
      if (!seen.has(key)) {
        seen.add(key)
        return
      }
      const number = (counts.get(key) ?? 1) + 1
      counts.set(key, number)
      numbers.set(record, number)
    },
    numberOf: (record) => numbers.get(record) ?? 1,
  }
}

/** 53 bits, the most that a number holds. */
function keyOf(values: readonly (string | number)[]): number {
  const digest = createHash('sha256').update(JSON.stringify(values)).digest()
  return digest.readUIntBE(0, 6) * 32 + (digest.readUInt8(6) & 31)
}
