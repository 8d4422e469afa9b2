import { setImmediate } from 'node:timers/promises'
import { containsCardNumber } from '@kontor/contract/texts/card-number'

const pieceBytes = 64 * 1024
/** A card number with its separators is much shorter. */
const longestCarried = 1000

/**
 * True for a file with a card number in any of its columns. A number after a plus is a phone number, of which some would
 * pass the check by chance. Other work goes on between two pieces.
 */
export async function hasCardNumber(content: Buffer, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding)
  let carried = ''
  for (let at = 0; at < content.length; at += pieceBytes) {
    const piece = content.subarray(at, at + pieceBytes)
    // Zeros between the digits are those of an encoding that was not detected.
    const text = carried + decoder.decode(piece, { stream: true }).replaceAll('\0', '')
    // What a number may go on with in the next piece is looked at together with that.
    const open =
      at + pieceBytes < content.length ? (/[^\p{L}]*$/u.exec(text.slice(-longestCarried))?.[0].length ?? 0) : 0
    if (containsCardNumber(withoutPhoneNumbers(text.slice(0, text.length - open)))) return true
    carried = text.slice(text.length - open)
    await setImmediate()
  }
  return false
}

export const withoutPhoneNumbers = (text: string): string => text.replaceAll(phoneNumber, '')

const phoneNumber = /\+\d(?:[ -]?\d){6,14}(?!\d)/g
