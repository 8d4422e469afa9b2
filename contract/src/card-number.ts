/**
 * References, reasons and records must not contain card numbers. One rule decides everywhere: digits of a brand's
 * length and beginning that pass the Luhn check, in one piece or in the groups that are printed on cards. Text beside
 * the number, such as an expiry date, does not hide it. Order numbers and dates (2026-11-21-000123) do not match, and no
 * UUID does. The database refuses by the same rule (`contains_card_number`).
 */
export function containsCardNumber(text: string): boolean {
  return replaceCardNumbers(text, () => '') !== text
}

/**
 * A UUID, or at least 32 hexadecimal digits, with a letter. One of 2,000 that are written without hyphens holds digits that look
 * like a card number, and many shops number their orders by them. The track of a card (ISO 7813) is none: a D, the month of expiry
 * and the service code follow its number.
 */
const identifier =
  /((?<![\da-z])(?=[\d-]{0,35}[a-f])(?:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|(?!\d{13,19}d\d\d(?:0[1-9]|1[0-2])\d{3})[\da-f]{32,})(?![\da-z]))/i

/** Replaces each card number in a text; `replace` gets its digits. */
export const replaceCardNumbers = (text: string, replace: (digits: string) => string): string =>
  hasManyDigits.test(text)
    ? text
        .split(identifier)
        .map((part, at) => (at % 2 === 1 ? part : replaceInText(part, replace)))
        .join('')
    : text

const hasManyDigits = /\d(?:[ -]?\d){12}/

const replaceInText = (text: string, replace: (digits: string) => string): string =>
  text.replace(/\d(?:[ -]?\d){12,}/g, (run) => replaceInRun(run.match(/\d+|[ -]/g) ?? [], replace))

/** Checks every stretch of whole groups. */
function replaceInRun(groups: readonly string[], replace: (digits: string) => string): string {
  const kept: string[] = []
  for (let at = 0; at < groups.length; ) {
    const found = cardNumberAt(groups, at)
    kept.push(found ? replace(found.digits) : (groups[at] ?? ''))
    at += found?.groups ?? 1
  }
  return kept.join('')
}

// Visa, Mastercard, American Express, Diners Club; Maestro, Discover and UnionPay with their many lengths.
const brands = /^(4(\d{12}|\d{15}|\d{18})|(5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|(6\d|5[06-9])\d{11,17})$/
const printed = /^\d{4}[ -](\d{4}[ -]\d{4}[ -]\d{1,4}([ -]\d{1,3})?|\d{6}[ -]\d{4,5})$/

/** The card number that begins with this group, and the number of groups it takes, separators included. */
function cardNumberAt(groups: readonly string[], first: number): { digits: string; groups: number } | undefined {
  for (let count = 1; count <= 9 && first + count <= groups.length; count += 2) {
    const text = groups.slice(first, first + count).join('')
    const digits = text.replace(/\D/g, '')
    if ((count === 1 || printed.test(text)) && brands.test(digits) && passesLuhn(digits))
      return { digits, groups: count }
  }
  return undefined
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
