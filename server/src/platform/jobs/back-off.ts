/** The pause after so many tries: `first_ms`, twice that, four times that …, never more than `longest_ms`. */
export const doubling = (attempts: number, first_ms: number, longest_ms: number): number =>
  Math.min(first_ms * 2 ** Math.min(attempts - 1, 20), longest_ms)
