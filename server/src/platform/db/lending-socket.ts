import { Socket } from 'node:net'

/**
 * A socket that reads into one buffer again and again. Otherwise each read makes one of its own, and of a large file so many that
 * collecting them costs more than making the file.
 */
export class LendingSocket extends Socket {
  /** True: listeners take bytes out of the buffer at once, and keep none of it. */
  isLending = false

  constructor() {
    super({
      onread: {
        buffer: Buffer.allocUnsafeSlow(bufferBytes),
        callback: (length, buffer) => this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, length)),
      },
    })
  }

  #read(bytes: Buffer): boolean {
    this.emit('data', this.isLending ? bytes : Buffer.from(bytes))
    return true
  }
}

/** Twice what PostgreSQL sends at once. */
const bufferBytes = 16_384
