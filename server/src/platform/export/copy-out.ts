import type { Connection, Submittable } from 'pg'
import { LendingSocket } from '../db/lending-socket.ts'
import type { LimitedConnection } from '../limited-connections.ts'
import { CopiedRows } from './copied-rows.ts'

interface CopyStyle {
  /** Rows end with CRLF. */
  hasReturns?: boolean
  onRows?: (count: number) => void
}

/**
 * The output of `copy … to stdout`, piece by piece. A piece is written over when the next one is asked for. A slow reader slows
 * the database down.
 */
export async function* copyOut(
  { client }: LimitedConnection,
  statement: string,
  style: CopyStyle = {},
): AsyncGenerator<Buffer> {
  const copy = client.query(new CopyOut(statement, style))
  for (let piece = await copy.next(); piece; piece = await copy.next()) yield piece
}

/** Room for what one read of a connection gives, and one byte more. */
const readBytes = 65_537
/** The bytes after which reading pauses. A list waits for a workbook as long as the work on one piece takes, so a piece is small. */
const enough = 16_384

type Listener = (bytes: Buffer) => void

/**
 * Reads the connection itself while the rows come, and leaves it to the driver before and after. Nothing is made for a row or a
 * piece: one buffer is filled while the reader has the other.
 */
class CopyOut implements Submittable {
  readonly #statement: string
  readonly #rows: CopiedRows
  readonly #onRows: ((count: number) => void) | undefined
  #connection: Connection | undefined
  /** What follows the rows, or the error that came instead of them, is the driver's. */
  #leave: Listener = () => {}
  #filled = Buffer.allocUnsafeSlow(enough + readBytes)
  #lent = Buffer.allocUnsafeSlow(enough + readBytes)
  #length = 0
  #isOver = false
  #failure: Error | undefined
  #wake: () => void = () => {}

  constructor(statement: string, { hasReturns = false, onRows }: CopyStyle) {
    this.#statement = statement
    this.#rows = new CopiedRows(hasReturns)
    this.#onRows = onRows
  }

  /** The next piece; undefined after the last one. */
  async next(): Promise<Buffer | undefined> {
    if (this.#length === 0 && !this.#isOver && !this.#failure)
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    if (this.#failure) throw this.#failure
    if (this.#length === 0) return undefined
    const piece = this.#filled.subarray(0, this.#length)
    ;[this.#filled, this.#lent] = [this.#lent, this.#filled]
    this.#length = 0
    this.#connection?.stream.resume()
    return piece
  }

  /** The driver calls it when the connection is free for the statement. */
  submit(connection: Connection): void {
    const { stream } = connection
    // The only listener is the driver's, and takes the bytes.
    const ofDriver = stream.listeners('data')[0] as Listener
    const lend = (isLending: boolean) => {
      if (stream instanceof LendingSocket) stream.isLending = isLending
    }
    this.#leave = (rest) => {
      this.#connection = undefined
      stream.on('data', ofDriver)
      stream.off('data', this.#take)
      lend(false)
      ofDriver(Buffer.from(rest))
    }
    this.#connection = connection
    stream.on('data', this.#take)
    stream.off('data', ofDriver)
    lend(true)
    connection.query(this.#statement)
  }

  readonly #take = (bytes: Buffer): void => {
    const { length, count, rest } = this.#rows.take(bytes, this.#filled, this.#length)
    this.#length = length
    if (count > 0) this.#onRows?.(count)
    if (rest) this.#leave(rest)
    else if (length >= enough) this.#connection?.stream.pause()
    if (length > 0) this.#wake()
  }

  /** The driver calls these. */
  handleCommandComplete(): void {
    this.#isOver = true
    this.#wake()
  }

  handleReadyForQuery(): void {}

  handleError(error: Error): void {
    this.#connection = undefined
    this.#failure = error
    this.#wake()
  }
}
