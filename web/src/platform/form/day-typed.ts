/**
 * `2026-10-31` for a day typed as the language writes it, or as ISO does; nothing for what is no day of the calendar.
 * JavaScript's own reading takes "-5" for a day in May.
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
  // 31 February is read as a day of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : undefined
}
