import type { Job } from './outbox.ts'

export const longestPause_ms = 3_600_000

/** 0.5, 1, 2, 4 … seconds: an answer is owed, and the first minute decides whether anybody notices. */
export const pauseAfterUnknown = ({ attempts }: Pick<Job, 'attempts'>): number =>
  Math.min(500 * 2 ** Math.min(attempts - 1, 20), longestPause_ms)
