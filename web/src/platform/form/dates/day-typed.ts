/**
 * `2026-10-31` for a day that was typed in the language's notation or in ISO's; undefined for text that is not a
 * calendar day. JavaScript's own parser would read "-5" as a day in May.
 */
export function dayTyped(typed: string, language: string): string | undefined {
  const [, first, second, third] = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})$/.exec(typed.trim()) ?? []
  if (!first || !second || !third) return undefined
  if (first.length === 4) return dayOf(first, second, third)
  return language === 'nl' ? dayOf(third, second, first) : dayOf(third, first, second)
}

function dayOf(year: string, month: string, day: string): string | undefined {
  if (!/^(19|20|21)\d\d$/.test(year) || month.length > 2 || day.length > 2) return undefined
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${iso}T00:00:00Z`)
  // JavaScript reads 31 February as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}
