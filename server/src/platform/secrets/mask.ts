import { replaceCardNumbers } from '@kontor/contract/card-number'

/** Masks a body that went to or came from outside: it stays readable, without secrets and card numbers. */

const secretKeys = /(password|secret|token|api_?key|authorization|cookie|card_?number|^pan$|cvc|cvv|security_?code)/i
const mask = '•••'
const longest = 10_000

export function maskedBody(body: string): string {
  return withoutCardNumbers(withoutSecrets(body)).slice(0, longest)
}

function withoutSecrets(body: string): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (key, value: unknown) => (secretKeys.test(key) ? maskedValue(value) : value)),
    )
  } catch {
    return body
  }
}

/**
 * Masks a value under such a key. An object there is judged by its own keys: `authorization` may also be that of a
 * payment.
 */
function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue)
  return typeof value === 'string' || typeof value === 'number' ? mask : value
}

/** Masks card numbers: the first six and last four digits stay. */
export const withoutCardNumbers = (text: string): string =>
  replaceCardNumbers(text, (digits) => `${digits.slice(0, 6)}${'•'.repeat(digits.length - 10)}${digits.slice(-4)}`)
