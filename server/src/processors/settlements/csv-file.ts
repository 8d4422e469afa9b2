import { settlementFileLimits } from '@kontor/contract/processors/processor-settlement.rules'
import { stringify } from 'csv-stringify/sync'

export type CsvRow = Readonly<Record<string, string | undefined>>

/**
 * The file that Kontor makes of what a gateway answers, because the gateway has none. The same answers give the same bytes, by
 * which a file is kept once. Undefined: it is longer than what is kept.
 */
export async function csvFile(columns: readonly string[], rows: AsyncIterable<CsvRow>): Promise<Buffer | undefined> {
  const chunks = [Buffer.from(stringify([[...columns]]))]
  let bytes = 0
  for await (const row of rows) {
    const chunk = Buffer.from(stringify([columns.map((name) => row[name] ?? '')]))
    bytes += chunk.length
    if (bytes > settlementFileLimits.bytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
