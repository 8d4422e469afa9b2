/** One line of a chart. The second line has its axis on the right. */
export interface Series {
  key: string
  label: string
  /** The exact value, for the tooltip. */
  exact: (value: number) => string
  /** The short value, for the axis. */
  short: (value: number) => string
}

export class InvalidSeriesError extends Error {
  override name = 'InvalidSeriesError'

  constructor(count: number) {
    super(`Invalid series: a line chart has 1 or 2 series, not ${count}`)
  }
}

/** The line chart accepts 1 or 2 series (000 section 5). */
export function checkSeries(series: readonly Series[]): readonly [Series] | readonly [Series, Series] {
  const [first, second, third] = series
  if (!first || third) throw new InvalidSeriesError(series.length)
  return second ? [first, second] : [first]
}
