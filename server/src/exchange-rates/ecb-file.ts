import { isCurrencyCode } from '@kontor/contract/money'

export interface PublishedRate {
  currency_code: string
  day: string
  /** Units for one euro, digit for digit as in the file. */
  rate: string
}

export interface RatesFile {
  /** The sender that is named in the file. */
  source: string | undefined
  rates: PublishedRate[]
}

const attribute = /([\w:]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const day = /^\d{4}-\d{2}-\d{2}$/
const decimal = /^\d{1,12}(\.\d{1,10})?$/

/**
 * Reads the reference rates of the European Central Bank, for a day or several: `<Cube time='2026-11-20'><Cube
 * currency='USD' rate='1.0832'/>…`. No entity is resolved and nothing is loaded. Currencies outside ISO 4217 are
 * skipped; an unreadable day or rate refuses the whole file.
 */
export function readRatesFile(xml: string): RatesFile {
  const rates: PublishedRate[] = []
  let time: string | undefined
  for (const [, inner = ''] of xml.replaceAll(/<!--[\s\S]*?-->/g, '').matchAll(/<Cube\b([^>]*)>/g)) {
    const of = attributesOf(inner)
    if (of.time !== undefined) time = checkedDay(of.time)
    if (of.currency === undefined) continue
    if (time === undefined) throw new Error(`the rate of ${of.currency.slice(0, 10)} stands under no day`)
    if (isCurrencyCode(of.currency) && of.currency !== 'EUR')
      rates.push({ currency_code: of.currency, day: time, rate: checkedRate(of.rate ?? '', of.currency) })
  }
  if (rates.length === 0) throw new Error('there are no rates in the file')
  return { source: senderOf(xml), rates }
}

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(attribute)].map(([, name = '', double, single]) => [name, double ?? single ?? '']),
  )

function checkedDay(text: string): string {
  const at = day.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text)
    throw new Error(`${text.slice(0, 20)} is not a day`)
  return text
}

function checkedRate(text: string, currency: string): string {
  if (!decimal.test(text) || !/[1-9]/.test(text)) throw new Error(`${text.slice(0, 20)} is not a rate of ${currency}`)
  return text
}

function senderOf(xml: string): string | undefined {
  const [, name = ''] = /<gesmes:Sender>\s*<gesmes:name>([^<&]{1,100})<\/gesmes:name>/.exec(xml) ?? []
  return name.trim() || undefined
}
