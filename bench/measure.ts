/** Work to time; one call does it once. */
export type Work = () => Promise<unknown>

export interface Compared {
  /** Median times in milliseconds. */
  ours: number
  peer: number
  /** Ratio of ours to the peer's, per round: median, lowest and highest. */
  ratio: number
  lowest: number
  highest: number
}

interface Effort {
  /** Number of rounds. Each round times both, so that other load on the machine affects both. */
  rounds?: number
  /** Repetitions of the work in one round; their median counts. */
  times?: number
}

/** Times two ways to the same result in turns. Only their ratio is meaningful, because machines are noisy. */
export async function compare(ours: Work, peer: Work, { rounds = 5, times = 5 }: Effort = {}): Promise<Compared> {
  await ours()
  await peer()
  const seen: { ours: number; peer: number }[] = []
  for (let round = 0; round < rounds; round++) {
    seen.push({ ours: await medianTime(ours, times), peer: await medianTime(peer, times) })
  }
  const ratios = seen.map((each) => each.ours / each.peer).sort(ascending)
  return {
    ours: median(seen.map((each) => each.ours)),
    peer: median(seen.map((each) => each.peer)),
    ratio: median(ratios),
    lowest: ratios[0] ?? Number.NaN,
    highest: ratios.at(-1) ?? Number.NaN,
  }
}

export async function medianTime(work: Work, times = 5): Promise<number> {
  const seen: number[] = []
  for (let time = 0; time < times; time++) {
    const start = performance.now()
    await work()
    seen.push(performance.now() - start)
  }
  return median(seen)
}

/** Completed calls per second, with this number of concurrent callers, over `for_ms` milliseconds. */
export async function perSecond(work: Work, callers: number, for_ms = 3_000): Promise<number> {
  const end = performance.now() + for_ms
  let done = 0
  const call = async () => {
    while (performance.now() < end) {
      await work()
      done++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / for_ms
}

const ascending = (one: number, other: number) => one - other

export function median(values: readonly number[]): number {
  const sorted = [...values].sort(ascending)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
