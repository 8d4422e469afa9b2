/** Payments that are alike: they were made at one processor, and their facts are of one kind. */
export interface Alike {
  /** The processor where they were made. */
  readonly at: string
  readonly kind: string
  /** Payments that the processor approved or refused. */
  readonly decided: number
  readonly approved: number
}

/** Payments that would move, of one kind. They were made at the processor that they would leave. */
export interface Moving extends Alike {
  readonly to: string
}

export interface Approval {
  judged: number
  observed: number
  expected: number
  difference: number
  interval: { low: number; high: number }
}

/** Fewer payments of a kind say nothing. */
const fewest = 30
/** Of a normal distribution, for 95 %. */
const z = 1.96

/**
 * What moving payments did where they were made, against what payments of the same kind did at the other processor. The interval
 * covers chance, and not what differs between payers beyond their kind. Null: there are too few payments like them.
 */
export function expectedApproval(moving: readonly Moving[], all: readonly Alike[]): Approval | null {
  const there = totals(all, ({ at, kind }) => `${at} ${kind}`)
  const judged = { decided: 0, approved: 0, expected: 0, variance: 0 }
  for (const [key, group] of totals(moving, ({ to, kind }) => `${to} ${kind}`)) {
    const like = there.get(key)
    if (!like || like.decided < fewest || group.decided === 0) continue
    judged.decided += group.decided
    judged.approved += group.approved
    judged.expected += (group.decided * like.approved) / like.decided
    // All payments of a kind are compared with the same ones, so their errors add up.
    judged.variance += group.decided * spreadOf(group) + (group.decided ** 2 * spreadOf(like)) / like.decided
  }
  const { decided } = judged
  if (decided < fewest) return null
  const difference = (judged.expected - judged.approved) / decided
  const half = (z * Math.sqrt(judged.variance)) / decided
  return {
    judged: decided,
    observed: judged.approved / decided,
    expected: judged.expected / decided,
    difference,
    interval: { low: Math.max(-1, difference - half), high: Math.min(1, difference + half) },
  }
}

type Group = Pick<Alike, 'decided' | 'approved'>

function totals<T extends Group>(rows: readonly T[], keyOf: (row: T) => string): Map<string, Group> {
  const found = new Map<string, Group>()
  for (const row of rows) {
    const { decided = 0, approved = 0 } = found.get(keyOf(row)) ?? {}
    found.set(keyOf(row), { decided: decided + row.decided, approved: approved + row.approved })
  }
  return found
}

/** The variance of one payment. One more of each outcome keeps a few equal ones from looking certain. */
function spreadOf({ decided, approved }: Group): number {
  const part = (approved + 1) / (decided + 2)
  return part * (1 - part)
}

/** The interval of 95 % of a part by Wilson's score. Null: there is nothing to take a part of. */
export function wilson(part: number, of: number): { low: number; high: number } | null {
  if (of === 0) return null
  const p = part / of
  const middle = p + z ** 2 / (2 * of)
  const half = z * Math.sqrt((p * (1 - p)) / of + z ** 2 / (4 * of ** 2))
  const scale = 1 + z ** 2 / of
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) }
}
