import { open } from 'node:fs/promises'
import type { Rejection } from './problem.ts'
import { rejectedHeader, rejectedLine } from './rejected-line.ts'

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
    add: async (rejection, header) => {
      if (!file) {
        file = await open(path, 'w')
        await file.write(rejectedHeader(header))
      }
      await file.write(rejectedLine(rejection))
    },
    close: async () => file?.close(),
  }
}
