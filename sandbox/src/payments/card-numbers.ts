import { randomBytes } from 'node:crypto'
import { type Card, type CardRule, cardRules } from './rules.ts'

/** Test cards have numbers, for people who type them; a token says which card it stands for and until when it is good. */

const lengths: Readonly<Record<string, number>> = { amex: 15, maestro: 19 }
/** What stands in the middle of the numbers that everybody knows: 4111 1111 1111 1111. */
const known: Readonly<Record<string, string>> = { visa: '1111', mastercard: '5555', amex: '539', maestro: '0000000' }

/** The card's first eight and last four digits, and between them what makes the check digit right. */
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

/** Good for as many payments as one likes, like a vault's. In letters, so that nobody takes it for a number. */
export function tokenFor(number: string, expiry: { month: number; year: number }): string {
  const rule = cardRules.find(({ card }) => numberOf(card) === number)
  const random = [...randomBytes(16)].map((byte) => 'abcdefghijklmnop'[byte % 16]).join('')
  return `${rule?.token ?? 'unlisted'}.${String(expiry.month).padStart(2, '0')}${expiry.year}.${random}`
}

/** The rule of a test token, or of a token that was made of a number. */
export const ruleOf = (token: string): CardRule | undefined =>
  cardRules.find((rule) => rule.token === token.split('.')[0])

export function cardOf(token: string | null | undefined): Card | undefined {
  const card = token ? ruleOf(token)?.card : undefined
  const expiry = /^\w+\.(\d\d)(\d{4})\./.exec(token ?? '')
  if (!card || !expiry) return card
  return { ...card, expiry_month: Number(expiry[1]), expiry_year: Number(expiry[2]) }
}
