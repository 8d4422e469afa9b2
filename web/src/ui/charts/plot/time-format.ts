import { type TimeLocaleDefinition, type TimeLocaleObject, timeFormatLocale } from 'd3-time-format'
import english from 'd3-time-format/locale/en-US'
import dutch from 'd3-time-format/locale/nl-NL'

// The casts are safe: the JSON files are d3's own definitions.
const definitions: Readonly<Record<string, TimeLocaleDefinition>> = {
  nl: dutch as TimeLocaleDefinition,
  'en-US': english as TimeLocaleDefinition,
}
const locales = new Map<string, TimeLocaleObject>()

/** The date formats at axes and in tooltips, for nl and en-US only (000 section 1). */
export function timeLocale(language: string): TimeLocaleObject {
  const known = locales.get(language) ?? timeFormatLocale(definitionOf(language))
  locales.set(language, known)
  return known
}

function definitionOf(language: string): TimeLocaleDefinition {
  const definition = definitions[language]
  if (definition) return definition
  console.warn('Unsupported locale in d3, reverting to en-US.')
  return english as TimeLocaleDefinition
}
