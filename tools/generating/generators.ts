import * as currencies from 'dinero.js/currencies'
import countries from 'i18n-iso-countries'

/** Committed files that are made from other sources: contents by file name, relative to the root of the repository. */
export async function generate(): Promise<Record<string, string>> {
  // The contract's files come first: the server imports them, and the other files are made from the server.
  const contract = {
    'contract/src/codes/currencies.ts': currencyFile(),
    'contract/src/codes/countries.ts': countryFile(),
    'contract/src/codes/country-numbers.ts': countryNumberFile(),
  }
  const { generatedFromDatabase } = await import('../database/generated-from-database.ts')
  const { truthPage } = await import('./gateways-truth.ts')
  return { ...contract, 'docs/gateways/truth.md': await truthPage(), ...(await generatedFromDatabase()) }
}

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
    '/** ISO 3166-1 alpha-3 by alpha-2. */',
    'export const alpha3Codes: Readonly<Record<string, string>> = {',
    ...Object.entries(countries.getAlpha2Codes())
      .sort()
      .map(([alpha2, alpha3]) => `  ${alpha2}: '${alpha3}',`),
    '}',
    '',
  ].join('\n')
}

function countryNumberFile(): string {
  const numbers = Object.entries(countries.getNumericCodes())
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([number, code]) => `  '${number}': '${code}',`)
  return [
    notice('i18n-iso-countries'),
    '/** ISO 3166-1: alpha-2 by number, as maps name countries. */',
    'export const countryOfNumber: Readonly<Record<string, string>> = {',
    ...numbers,
    '}',
    '',
  ].join('\n')
}

function notice(source: string): string {
  return `// Made from ${source} by "npm run generate": do not edit.\n`
}
