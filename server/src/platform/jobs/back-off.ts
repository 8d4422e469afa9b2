/** The pause in milliseconds after so many tries: `first_ms`, then doubled each time, at most `longest_ms`. */
export const doubling = (attempts: number, first_ms: number, longest_ms: number): number =>
  Math.min(first_ms * 2 ** Math.min(attempts - 1, 20), longest_ms)
