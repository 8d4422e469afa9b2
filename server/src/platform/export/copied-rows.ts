/** What the database answered so far. */
interface Copied {
  /** The bytes of rows in the buffer that was given, of which the last row may go on. */
  length: number
  /** The number of rows that ended. */
  count: number
  /** What follows the rows, from the message that ends them. */
  rest: Buffer | undefined
}

/** The bytes before the content of a message: its type and its length. */
const headBytes = 5
const newline = 0x0a
const aReturn = 0x0d
const types = { row: 0x64, begin: 0x48, notice: 0x4e, notification: 0x41, setting: 0x53 }
const others: readonly number[] = [types.begin, types.notice, types.notification, types.setting]

/**
 * Takes the rows out of the messages of PostgreSQL's protocol in which `copy … to stdout` answers. Each row is a message of its
 * own, so the newlines within it are text.
 */
export class CopiedRows {
  readonly #hasReturns: boolean
  /** The part of a message's head that came already. */
  readonly #head = Buffer.alloc(headBytes)
  #headLength = 0
  /** Bytes of the message that are still to come. */
  #left = 0
  #isRow = false

  /** `hasReturns`: a carriage return goes before the newline that ends a row. */
  constructor(hasReturns: boolean) {
    this.#hasReturns = hasReturns
  }

  /**
   * Writes the rows into a buffer from a place on. The buffer needs room for the bytes that came and one more: the head of a row
   * makes room for its carriage return, but the head of the first row may have come before.
   */
  take(bytes: Buffer, into: Buffer, from: number): Copied {
    let [length, count, at] = [from, 0, 0]
    while (at < bytes.length) {
      if (this.#left === 0) {
        const read = this.#readHead(bytes, at)
        if (read === 'end') return { length, count, rest: bytes.subarray(at) }
        at += read
        continue
      }
      const end = Math.min(at + this.#left, bytes.length)
      this.#left -= end - at
      if (this.#isRow) {
        bytes.copy(into, length, at, end)
        length += end - at
        if (this.#left === 0) {
          count += 1
          if (this.#hasReturns) length = endWithReturn(into, length)
        }
      }
      at = end
    }
    return { length, count, rest: undefined }
  }

  /** Gives how many bytes of the head are here; `left` is above 0 when it is complete. */
  #readHead(bytes: Buffer, at: number): number | 'end' {
    const type = this.#headLength > 0 ? this.#head[0] : bytes[at]
    if (type !== types.row && !others.includes(type ?? 0)) return 'end'
    const read = bytes.copy(this.#head, this.#headLength, at, at + headBytes - this.#headLength)
    this.#headLength += read
    if (this.#headLength < headBytes) return read
    this.#headLength = 0
    this.#isRow = type === types.row
    // The length counts itself.
    this.#left = this.#head.readUInt32BE(1) - 4
    return read
  }
}

/** Puts a carriage return before the newline that ends the text. Gives the new length of the text. */
function endWithReturn(text: Buffer, length: number): number {
  text[length - 1] = aReturn
  text[length] = newline
  return length + 1
}
