import { lastOfMonth, plusDays } from '@kontor/contract/dates'

/** Days as `2026-10-31`, both included. */
export interface Days {
  first: string
  last: string
}

/** The days cut into months. */
export function* monthsOf({ first, last }: Days): Generator<Days> {
  for (let from = first; from <= last; ) {
    const end = lastOfMonth(from)
    yield { first: from, last: end < last ? end : last }
    from = plusDays(end, 1)
  }
}
