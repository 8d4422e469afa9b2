import type { Language } from '@kontor/contract/codes/languages'

const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  nl: new Intl.DateTimeFormat('nl', { dateStyle: 'long', timeZone: 'UTC' }),
  'en-US': new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
}

/** A day (`2026-10-31`) as mails and documents say it: 31 oktober 2026. */
export const dayInWords = (day: string, language: Language): string => formats[language].format(new Date(day))
