import { open } from 'node:fs/promises'
import { stringify } from 'csv-stringify/sync'
import { type Rejection, rejectionTexts } from './problem.ts'

export interface RejectedFile {
  path: string
  add(rejection: Rejection, header: readonly string[]): Promise<void>
  close(): Promise<void>
}

/**
 * Writes rejected lines with line number and reason. The file is made at the first rejection, so without any there is
 * none.
 */
export function rejectedFile(path: string): RejectedFile {
  let file: Awaited<ReturnType<typeof open>> | undefined
  return {
    path,
    add: async ({ line, code, fields }, header) => {
      if (!file) {
        file = await open(path, 'w')
        await file.write(stringify([['line', 'reason', ...header]]))
      }
      await file.write(stringify([[String(line), rejectionTexts[code], ...fields]]))
    },
    close: async () => file?.close(),
  }
}
