import { mostCompared } from '@kontor/contract/insights/processor-statistics.rules'

/** 000 section 2: one to three processors in total are compared without being ticked, unless the address says which. */
export function chosenAtOnce(all: readonly { id: string }[], ids: readonly string[]): string[] | undefined {
  const isFew = all.length > 0 && all.length <= mostCompared
  return isFew && ids.length === 0 ? all.map(({ id }) => id) : undefined
}
