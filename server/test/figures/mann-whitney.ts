/**
 * The Mann–Whitney U test: the probability that two samples of the same kind differ this much by chance. Two sided, by
 * the normal approximation with shared ranks for ties; valid from twenty values of each.
 */
export function mannWhitney(ones: readonly number[], others: readonly number[]): number {
  const [n, m] = [ones.length, others.length]
  const all = [
    ...ones.map((value) => ({ value, isOne: true })),
    ...others.map((value) => ({ value, isOne: false })),
  ].sort((a, b) => a.value - b.value)
  let [rankSum, ties] = [0, 0]
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1
    const shared = (from + 1 + to) / 2
    rankSum += shared * all.slice(from, to).filter(({ isOne }) => isOne).length
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const total = n + m
  const mean = (n * m) / 2
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  const z = deviation === 0 ? 0 : Math.abs(rankSum - (n * (n + 1)) / 2 - mean) / deviation
  return 2 * (1 - normal(z))
}

/** The standard normal distribution, to seven digits (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce((sum, b) => (sum + b) * t, 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
