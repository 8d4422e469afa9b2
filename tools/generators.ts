import * as currencies from 'dinero.js/currencies'
import countries from 'i18n-iso-countries'

/** A committed file that is made from something else. */
export type Generator = {
  /** From the root of the repository. */
  file: string
  make: () => string | Promise<string>
}

export const generators: Generator[] = [
  { file: 'contract/src/currencies.ts', make: currencyFile },
  { file: 'contract/src/countries.ts', make: countryFile },
]

function currencyFile(): string {
  const entries = Object.values(currencies)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    // dinero.js counts MGA and MRU in fifths; ISO 4217 gives both two decimals.
    .map(({ code, base, exponent }) => `  ${code}: ${base === 10 ? exponent : 2},`)
  return [
    notice('dinero.js'),
    '/** Digits after the decimal sign by currency, as in ISO 4217: Intl differs for 29 of them. */',
    'export const currencyExponents = {',
    ...entries,
    '} as const',
    '',
  ].join('\n')
}

function countryFile(): string {
  const codes = Object.keys(countries.getAlpha2Codes())
    .sort()
    .map((code) => `  '${code}',`)
  return [
    notice('i18n-iso-countries'),
    '/** ISO 3166-1 alpha-2; their names come from Intl.DisplayNames. */',
    'export const countryCodes = [',
    ...codes,
    '] as const',
    '',
  ].join('\n')
}

function notice(source: string): string {
  return `// Made from ${source} by "npm run generate": do not edit.\n`
}
