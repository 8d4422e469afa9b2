/**
 * Card numbers have no business in references and reasons. The database refuses them by the same rule
 * (`contains_card_number`); this is what lets a form and an import say so in words.
 */
export function containsCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ -]?\d){12,}/g) ?? []
  return runs.map((run) => run.replace(/\D/g, '')).some(isCardNumber)
}

/** 13 to 19 digits that begin as the card brands' numbers do and pass the Luhn check. */
const isCardNumber = (digits: string): boolean => digits.length <= 19 && /^[2-6]/.test(digits) && passesLuhn(digits)

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}
