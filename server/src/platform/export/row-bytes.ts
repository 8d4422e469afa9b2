/** Below this many bytes a loop is quicker than a call of `copy`. */
const few = 48

/** The bytes of a sheet's rows, written from the bytes of a source. */
export class RowBytes {
  readonly source: Buffer
  #bytes: Buffer
  #length = 0
  readonly #row = Buffer.alloc(16)
  #rowAt = 0

  /** `room` is the expected length. */
  constructor(source: Buffer, room: number) {
    this.source = source
    this.#bytes = Buffer.allocUnsafe(Math.max(room + room / 8, 4 * source.length, 1024))
  }

  beginRow(row: number): void {
    this.#rowAt = this.#row.length
    for (let rest = row; rest > 0; rest = Math.floor(rest / 10)) {
      this.#rowAt -= 1
      this.#row[this.#rowAt] = 0x30 + (rest % 10)
    }
    this.add(rowStart)
    this.#addRow()
    this.add(rowStartEnd)
  }

  /** The opening of a cell, with the number of the row in its reference. */
  open(start: Buffer, rest: Buffer): void {
    this.add(start)
    this.#addRow()
    this.add(rest)
  }

  add(bytes: Buffer): void {
    this.#take(bytes, 0, bytes.length)
  }

  /** A part of the source. */
  copy(from: number, to: number): void {
    this.#take(this.source, from, to)
  }

  addText(text: string): void {
    this.#makeRoom(text.length * 3)
    this.#length += this.#bytes.write(text, this.#length)
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  #addRow(): void {
    this.#take(this.#row, this.#rowAt, this.#row.length)
  }

  #take(from: Buffer, start: number, end: number): void {
    this.#makeRoom(end - start)
    if (end - start > few) from.copy(this.#bytes, this.#length, start, end)
    else for (let at = start; at < end; at += 1) this.#bytes[this.#length + at - start] = from[at] ?? 0
    this.#length += end - start
  }

  #makeRoom(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + more))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

const rowStart = Buffer.from('<row r="')
const rowStartEnd = Buffer.from('">')
