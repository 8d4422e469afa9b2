/** Days as `2026-10-31`, both included. */
export interface Days {
  first: string
  last: string
}

/** The days cut into months. */
export function* monthsOf({ first, last }: Days): Generator<Days> {
  for (let from = first; from <= last; ) {
    const [year = 0, month = 0] = from.split('-').map(Number)
    const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    yield { first: from, last: end < last ? end : last }
    from = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  }
}
