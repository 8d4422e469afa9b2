/** One line of a chart. The second has its axis at the right. */
export interface Series {
  key: string
  label: string
  /** The exact value, for the tooltip. */
  exact: (value: number) => string
  /** The value at the axis, where there is little room. */
  short: (value: number) => string
}

export class InvalidSeriesError extends Error {
  override name = 'InvalidSeriesError'

  constructor(count: number) {
    super(`Invalid series: a line chart has 1 or 2 series, not ${count}`)
  }
}

/** 000 section 5: the line chart accepts 1 or 2 series. */
export function checkSeries(series: readonly Series[]): readonly [Series] | readonly [Series, Series] {
  const [first, second, third] = series
  if (!first || third) throw new InvalidSeriesError(series.length)
  return second ? [first, second] : [first]
}
