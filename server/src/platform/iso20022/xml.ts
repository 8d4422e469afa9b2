import { declaration, tag, textTag } from '../xml/xml.ts'
import { sepaText } from './sepa-text.ts'

/** An element with a text in the characters of SEPA, cut to a length. */
export const leaf = (name: string, text: string, longest: number): string =>
  textTag(name, sepaText(text, longest) || '.')

/** A message of ISO 20022, such as `pain.001.001.09`. */
export const message = (name: string, body: string): string =>
  `${declaration}${tag('Document', body, ` xmlns="urn:iso:std:iso:20022:tech:xsd:${name}"`)}\n`

/** An amount as decimals; `exponent`: of the currency. Minor units, not below zero. */
export function decimals(minorUnits: bigint, exponent: number): string {
  const digits = String(minorUnits).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}
