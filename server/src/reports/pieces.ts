import { pieceBytes } from './kept-report.ts'

/** Collects bytes into pieces of one size. */
export class Pieces {
  #held: Buffer[] = []
  #bytes = 0

  /** The pieces that are full and not the last: something follows each. */
  add(content: Buffer): Buffer[] {
    this.#held.push(content)
    this.#bytes += content.length
    if (this.#bytes <= pieceBytes) return []
    const all = Buffer.concat(this.#held)
    const count = Math.ceil(all.length / pieceBytes) - 1
    const rest = all.subarray(count * pieceBytes)
    this.#held = [rest]
    this.#bytes = rest.length
    return Array.from({ length: count }, (_, at) => all.subarray(at * pieceBytes, (at + 1) * pieceBytes))
  }

  /** What is left: the last piece, which is empty only for an empty file. */
  rest(): Buffer {
    return Buffer.concat(this.#held)
  }
}
