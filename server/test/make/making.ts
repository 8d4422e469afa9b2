import type { Databases } from '../../src/platform/db/database.ts'

/** The first parameter of each maker. */
export interface Making {
  db: Databases['provider']
  /** A new number at each call, for unique names. */
  next(): number
  masterKey: string
  /** The address of the sandbox, and its credential for our requests. */
  processorUrl: string
  credential: Record<string, string>
}
