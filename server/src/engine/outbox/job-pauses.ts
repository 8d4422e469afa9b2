import { doubling } from '../../platform/jobs/back-off.ts'
import type { ClaimedJob } from './outbox.ts'

const longestPause_ms = 3_600_000

/** The pause doubles: 0.5, 1, 2, 4 … seconds. It starts short, because a payer or a caller may still be waiting. */
export const pauseAfterUnknown = ({ attempts }: Pick<ClaimedJob, 'attempts'>): number =>
  doubling(attempts, 500, longestPause_ms)

/**
 * The pause is long, because the processor knows the operation and sends a notification. Asking helps when that is lost.
 */
export const pauseWhileUnderWay = ({ attempts }: Pick<ClaimedJob, 'attempts'>): number =>
  doubling(attempts, 10_000, longestPause_ms)

/** The pause that the processor asked for, if it is not too long, or a growing one. */
export const pauseUntilSent = (job: Pick<ClaimedJob, 'attempts'>, asked_ms = 0): number =>
  Math.min(Math.max(asked_ms, pauseAfterUnknown(job)), longestPause_ms)
