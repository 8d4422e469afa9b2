import type { Contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { isDoubt, isRefused } from '@kontor/contract/contradictions/ending.rules'

/** The name of its title: what the processor reports, in a few words. */
export function titleOf(row: Omit<Contradiction, 'organisation'>) {
  if (isDoubt(row)) return row.they_say === 'CHARGED_TWICE' ? 'charged_twice' : 'doubted'
  if (isNotWorked(row)) return 'not_worked'
  if (row.kind === 'chargeback' || row.kind === 'answer' || row.kind === 'not_understood') return row.kind
  if (row.they_say === madeTwice) return row.kind === 'refund' ? 'refund_made_twice' : 'made_twice'
  if (row.they_say === 'UNDONE') return row.kind === 'void' ? 'void_undone' : 'undone'
  if (isRefused(row)) return row.kind === 'refund' ? 'refund_refused' : 'refused'
  return row.kind
}

/** True: Kontor itself could not work the report (`notification-worker.ts`). */
export const isNotWorked = ({ kind, they_say }: Pick<Contradiction, 'kind' | 'they_say'>) =>
  kind === 'not_understood' && whyNotWorked(they_say) !== undefined

/** The name of the error that kept Kontor from working a report; undefined for what a processor says. */
export const whyNotWorked = (they_say: string): string | undefined => /^not worked: (.*)$/.exec(they_say)?.[1]
