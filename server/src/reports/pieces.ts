import { pieceBytes } from './kept-report.ts'

/**
 * Collects bytes into pieces of one size. Two buffers take turns, so a piece is written over when the next but one begins. A new
 * buffer for each piece would cost as much processor time to collect as the whole file costs.
 */
export class Pieces {
  #piece: Buffer = Buffer.allocUnsafeSlow(pieceBytes)
  #other: Buffer | undefined
  #bytes = 0;

  /** The pieces that are full and not the last: something follows each. */
  *add(content: Buffer): Generator<Buffer> {
    for (let from = 0; from < content.length; ) {
      if (this.#bytes === pieceBytes) {
        yield this.#piece
        ;[this.#piece, this.#other] = [this.#other ?? Buffer.allocUnsafeSlow(pieceBytes), this.#piece]
        this.#bytes = 0
      }
      const taken = content.copy(this.#piece, this.#bytes, from)
      this.#bytes += taken
      from += taken
    }
  }

  /** What is left: the last piece, which is empty only for an empty file. */
  rest(): Buffer {
    return this.#piece.subarray(0, this.#bytes)
  }
}
