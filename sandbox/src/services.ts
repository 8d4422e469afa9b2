import type { Database } from './database.ts'
import type { Settings } from './settings.ts'

export interface Services {
  db: Database
  settings: Settings
  /** The address of the sandbox, known only once it listens. */
  publicUrl: () => string
  /** Requests under way whose repetition is refused meanwhile: account and reference. */
  underWay: Set<string>
  /** Aborted when the sandbox stops: ends delayed replies and notifications under way. */
  stopping: AbortSignal
}
