/** A Dutch IBAN with the right sum (ISO 13616), of a bank that does not exist. */
export function inventedIban(number: number, bank = 'KNTR'): string {
  const account = `${bank}${String(number).padStart(10, '0')}`
  const digits = [...`${account}NL00`].map((letter) => Number.parseInt(letter, 36)).join('')
  return `NL${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}
