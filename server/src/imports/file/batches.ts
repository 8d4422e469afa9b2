import type { CsvRecord } from './records.ts'

const usualSize = 1000

interface Reading {
  /** Records of a batch. */
  size?: number
  /** The line up to which all is done. */
  checkpoint?: number
  /** Is shown every record, also those that are done. */
  passes?: ((record: CsvRecord) => void) | undefined
}

/** The records after the checkpoint, in groups of one size. */
export async function* batchesOf(
  groups: AsyncIterable<CsvRecord[]>,
  { size = usualSize, checkpoint = 0, passes }: Reading = {},
): AsyncGenerator<CsvRecord[]> {
  let batch: CsvRecord[] = []
  for await (const group of groups)
    for (const record of group) {
      passes?.(record)
      if (record.line <= checkpoint) continue
      batch.push(record)
      if (batch.length < size) continue
      yield batch
      batch = []
    }
  if (batch.length > 0) yield batch
}
