/**
 * References, reasons and records must not contain card numbers. One rule decides everywhere: digits of a brand's
 * length and beginning that pass the Luhn check, in one piece or in the groups that are printed on cards, with what people and
 * pages write between groups: up to two spaces, hyphens, dots or signs without width. Digits may be those of another script. Text
 * beside the number, such as an expiry date, does not hide it. Order numbers and dates (2026-11-21-000123) do not match, and no
 * UUID does. The checks of the database (`contains_card_number`) know single spaces and hyphens alone: rows that are there must
 * stay as they may be changed.
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
export function replaceCardNumbers(text: string, replace: (digits: string) => string): string {
  const plain = inPlainSigns(text)
  const masked = replaced(text, plain, replace)
  // As it is written, too: a digit of another script beside a number would hide it from the database's rule alone.
  return plain === text ? masked : replaced(masked, masked, replace)
}

function replaced(text: string, plain: string, replace: (digits: string) => string): string {
  if (!hasManyDigits.test(plain)) return text
  let end = 0
  const kept: string[] = []
  for (const { digits, from, to } of cardNumbersIn(plain)) {
    kept.push(text.slice(end, from), replace(digits))
    end = to
  }
  return kept.join('') + text.slice(end)
}

/** The same text, sign by sign, with ASCII's digits, and spaces and hyphens alone between groups. */
const inPlainSigns = (text: string): string =>
  text
    .replace(/[\u0080-\uffff]/g, (sign) => otherDigits.get(sign) ?? (separators.test(sign) ? ' ' : narrow(sign)))
    .replaceAll('.', ' ')

/** A digit in full width is the digit. What would become several signs stays. */
function narrow(sign: string): string {
  const folded = sign.normalize('NFKC')
  return folded.length === 1 ? folded : sign
}

/** Spaces, hyphens and signs without width. */
const separators = /[\xa0\xad\xb7\u2000-\u200d\u2010-\u2015\u202f\u205f\u2060\u2212\u3000\ufeff]/

/** Arabic and Persian digits, which normalisation leaves. */
const otherDigits = new Map(
  ['\u0660', '\u06f0'].flatMap((zero) =>
    Array.from({ length: 10 }, (_, n) => [String.fromCharCode(zero.charCodeAt(0) + n), String(n)] as const),
  ),
)

const hasManyDigits = /\d(?:[ -]{0,2}\d){12}/

interface CardNumber {
  digits: string
  from: number
  to: number
}

function* cardNumbersIn(text: string): Generator<CardNumber> {
  let at = 0
  for (const [index, part] of text.split(identifier).entries()) {
    if (index % 2 === 0)
      for (const run of part.matchAll(/\d(?:[ -]{0,2}\d){12,}/g)) yield* cardNumbersInRun(run[0], at + run.index)
    at += part.length
  }
}

/** Checks every stretch of whole groups. */
function* cardNumbersInRun(run: string, begins: number): Generator<CardNumber> {
  const groups = run.match(/\d+|[ -]+/g) ?? []
  let from = begins
  for (let at = 0; at < groups.length; ) {
    const length = groups[at]?.length ?? 0
    // Most groups begin no card number, which is in one piece or begins with four digits.
    const found = length === 4 || length >= 13 ? cardNumberAt(groups, at) : undefined
    const count = found?.groups ?? 1
    const to = from + (found ? groups.slice(at, at + count).join('').length : length)
    if (found) yield { digits: found.digits, from, to }
    from = to
    at += count
  }
}

// Visa, Mastercard, American Express, Diners Club; Maestro, Discover and UnionPay with their many lengths.
const brands = /^(4(\d{12}|\d{15}|\d{18})|(5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|(6\d|5[06-9])\d{11,17})$/
const printed = /^\d{4}[ -]+(\d{4}[ -]+\d{4}[ -]+\d{1,4}([ -]+\d{1,3})?|\d{6}[ -]+\d{4,5})$/

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
