import { passesLuhn } from '@kontor/contract/card-number'

/** What is kept of a body that went to or came from outside: readable, but without secrets and card numbers. */

const secretKeys = /(password|secret|token|api_?key|authorization|cookie|card_?number|^pan$|cvc|cvv|security_?code)/i
const mask = '•••'
const longest = 10_000

export function maskedBody(body: string): string {
  return withoutCardNumbers(withoutSecrets(body)).slice(0, longest)
}

function withoutSecrets(body: string): string {
  try {
    return JSON.stringify(
      JSON.parse(body, (key, value: unknown) => (secretKeys.test(key) && isValue(value) ? mask : value)),
    )
  } catch {
    return body
  }
}

const isValue = (value: unknown) => typeof value === 'string' || typeof value === 'number'

/** Runs of 13 to 19 digits, spaces and dashes between them or not, that pass the Luhn check: first six and last four stay. */
export function withoutCardNumbers(text: string): string {
  return text.replace(/\d(?:[ -]?\d){12,18}/g, (run) => {
    const digits = run.replace(/\D/g, '')
    return passesLuhn(digits) ? `${digits.slice(0, 6)}${'•'.repeat(digits.length - 10)}${digits.slice(-4)}` : run
  })
}
