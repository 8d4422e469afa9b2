import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pieceBytes } from './kept-report.ts'
import { Pieces } from './pieces.ts'

/** The pieces of a content that comes in parts of this size. Each is looked at when the next one is full, as if it were kept until then. */
function piecesOf(content: Buffer, size: number): Buffer[] {
  const pieces = new Pieces()
  const seen: Buffer[] = []
  let kept: Buffer | undefined
  for (let at = 0; at < content.length; at += size)
    for (const piece of pieces.add(content.subarray(at, at + size))) {
      if (kept) seen.push(Buffer.from(kept))
      kept = piece
    }
  return [...seen, ...(kept ? [Buffer.from(kept)] : []), Buffer.from(pieces.rest())]
}

describe('the pieces of a file', () => {
  it('are of one size, and each stays as it is while the next one is filled', () => {
    const content = randomBytes(4 * pieceBytes + 5_000)
    for (const size of [10_007, pieceBytes, 3 * pieceBytes + 1]) {
      const pieces = piecesOf(content, size)
      expect(pieces.map(({ length }) => length)).toEqual([...Array(4).fill(pieceBytes), 5_000])
      expect(Buffer.concat(pieces).equals(content)).toBe(true)
    }
  })

  it('have a last one that is full, and an empty one only of an empty file', () => {
    expect(piecesOf(randomBytes(2 * pieceBytes), 70_000).map(({ length }) => length)).toEqual([pieceBytes, pieceBytes])
    expect(piecesOf(Buffer.alloc(0), 1).map(({ length }) => length)).toEqual([0])
  })
})
