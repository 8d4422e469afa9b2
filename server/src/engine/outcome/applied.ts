import type { Contradiction } from '../contradictions/record-contradiction.ts'

/** What became of an outcome that was written down. */
export interface Applied {
  /** The processor need not be asked again. */
  isOver: boolean
  /** Set when the outcome contradicts what we have, for the first time. */
  contradiction?: Contradiction | undefined
}
