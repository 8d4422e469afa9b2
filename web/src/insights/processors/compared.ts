import { mostCompared } from '@kontor/contract/insights/processor-statistics.rules'

/**
 * If there are only one to three processors, they are compared without a choice (000 section 2), unless the address has
 * one.
 */
export function chosenAtOnce(all: readonly { id: string }[], ids: readonly string[]): string[] | undefined {
  const isFew = all.length > 0 && all.length <= mostCompared
  return isFew && ids.length === 0 ? all.map(({ id }) => id) : undefined
}
