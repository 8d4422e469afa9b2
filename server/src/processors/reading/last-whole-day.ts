/** The day before the moment at which it is too late, because people are told days. Undefined: no day that can be kept. */
export function lastWholeDay(moment_ms: number): string | undefined {
  const day = new Date(moment_ms - 86_400_000)
  return Number.isNaN(day.getTime()) ? undefined : /^(?!0000)\d{4}-\d\d-\d\d/.exec(day.toISOString())?.[0]
}
