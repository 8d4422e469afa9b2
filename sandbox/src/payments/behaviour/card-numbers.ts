import { randomBytes } from 'node:crypto'
import { type Card, type CardRule, cardRules } from './rules.ts'

/** Numbers of the test cards, for people who type them. A token names its card's rule and its expiry date. */

const lengths: Readonly<Record<string, number>> = { amex: 15, maestro: 19 }
/** The middle digits of the numbers that everybody knows, such as 4111 1111 1111 1111. */
const known: Readonly<Record<string, string>> = { visa: '1111', mastercard: '5555', amex: '539', maestro: '0000000' }

/** The card's first eight and last four digits, with middle digits between them that make the check digit right. */
export function numberOf({ brand, bin, last_four }: Card): string {
  const width = (lengths[brand] ?? 16) - 12
  const middles = [
    known[brand] ?? '',
    ...Array.from({ length: 10 ** Math.min(width, 2) }, (_, middle) => String(middle)),
  ]
  const numbers = middles.map((middle) => bin + middle.padStart(width, '0') + last_four)
  return numbers.find(passesLuhn) ?? ''
}

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/**
 * A token for any number of payments, as a vault gives it. It ends in letters, so that nobody takes it for a card
 * number.
 */
export function tokenFor(number: string, expiry: { month: number; year: number }): string {
  const rule = cardRules.find(({ card }) => numberOf(card) === number)
  const random = [...randomBytes(16)].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('')
  return `${rule?.token ?? 'unlisted'}.${String(expiry.month).padStart(2, '0')}${expiry.year}.${random}`
}

/** The rule of a test token, or of a token that was made from a number. */
export const ruleOf = (token: string): CardRule | undefined =>
  cardRules.find((rule) => rule.token === token.split('.')[0])

export function cardOf(token: string | null | undefined): Card | undefined {
  const card = token ? ruleOf(token)?.card : undefined
  const expiry = /^\w+\.(\d\d)(\d{4})\./.exec(token ?? '')
  if (!card || !expiry) return card
  return { ...card, expiry_month: Number(expiry[1]), expiry_year: Number(expiry[2]) }
}
