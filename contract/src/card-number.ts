/**
 * Card numbers have no business in references, reasons and records. One rule for all: 13 to 19 digits, spaces and dashes
 * between their groups or not, that begin as card numbers do and pass the Luhn check; what stands beside them, an expiry
 * date perhaps, does not hide them. The database refuses them by the same rule (`contains_card_number`).
 */
export function containsCardNumber(text: string): boolean {
  return replaceCardNumbers(text, () => '') !== text
}

export const replaceCardNumbers = (text: string, replace: (digits: string) => string): string =>
  text.replace(/\d(?:[ -]?\d){12,}/g, (run) => replaceInRun(run.match(/\d+|[ -]/g) ?? [], replace))

/** Every stretch of whole groups is looked at. */
function replaceInRun(groups: readonly string[], replace: (digits: string) => string): string {
  const kept: string[] = []
  for (let at = 0; at < groups.length; ) {
    const found = cardNumberAt(groups, at)
    kept.push(found ? replace(found.digits) : (groups[at] ?? ''))
    at += found?.groups ?? 1
  }
  return kept.join('')
}

/** The card number that begins with this group, and how many groups it takes. */
function cardNumberAt(groups: readonly string[], first: number): { digits: string; groups: number } | undefined {
  if (!/^[2-6]/.test(groups[first] ?? '')) return undefined
  let digits = ''
  for (let at = first; at < groups.length && digits.length < 19; at += 1) {
    digits += (groups[at] ?? '').replace(/\D/, '')
    if (digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)) return { digits, groups: at - first + 1 }
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
