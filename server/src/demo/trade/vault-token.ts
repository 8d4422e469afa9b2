import { createHash } from 'node:crypto'

/**
 * A token of the sandbox's vault for one card alone, so that revoking it leaves other cards alone. It is the same each
 * time.
 */
export function vaultToken(test: string, card: { id: string; month: number; year: number }): string {
  const letters = [...createHash('sha256').update(card.id).digest().subarray(0, 16)].map(
    (byte) => 'abcdefghijklmnop'[byte % 16],
  )
  return `${test}.${String(card.month).padStart(2, '0')}${card.year}.${letters.join('')}`
}
