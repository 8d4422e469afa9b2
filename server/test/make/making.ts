import type { Databases } from '../../src/platform/db/database.ts'

/** What each maker is given. */
export interface Making {
  db: Databases['provider']
  /** Another number each time, for names that differ. */
  next(): number
  masterKey: string
  /** Of the sandbox, and what it knows us by. */
  processorUrl: string
  credential: Record<string, string>
}
