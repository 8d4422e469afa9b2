import { doubling } from '../../platform/jobs/back-off.ts'
import type { ClaimedJob } from './outbox.ts'

const longestPause_ms = 3_600_000

/** 0.5, 1, 2, 4 … seconds: an answer is owed, and the first minute decides whether anybody notices. */
export const pauseAfterUnknown = ({ attempts }: Pick<ClaimedJob, 'attempts'>): number =>
  doubling(attempts, 500, longestPause_ms)

/** The processor knows it and takes its time; a notification will come first, unless it was lost. */
export const pauseWhileUnderWay = ({ attempts }: Pick<ClaimedJob, 'attempts'>): number =>
  doubling(attempts, 10_000, longestPause_ms)
