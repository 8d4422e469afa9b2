import type { MiddlewareProblem } from '@kontor/contract/middleware/middleware.rules'
import type { Attempted } from '../platform/outgoing/post-signed.ts'

/** Why a middleware did not take a copy; null: it did. */
export const copyProblem = ({ status, problem }: Attempted): MiddlewareProblem | null =>
  problem ?? (status >= 200 && status < 300 ? null : 'status')
