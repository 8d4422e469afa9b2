import type { Database } from './database.ts'
import type { Settings } from './settings.ts'

export interface Services {
  db: Database
  settings: Settings
  /** Known only once the sandbox listens. */
  publicUrl: () => string
  /** Aborted when the sandbox stops: ends replies that are held back and notifications under way. */
  stopping: AbortSignal
}
