import { Transform } from 'node:stream'

export interface Patience {
  /** Milliseconds in which a reader may take nothing. */
  readonly for_ms: number
  /** Bytes a second: a reader below this speed on average is disconnected when `for_ms` is used up. */
  readonly leastSpeed: number
}

/** The least speed is that of a poor telephone line: a file holds a connection and an old snapshot. */
export const patience: Patience = { for_ms: 60_000, leastSpeed: 32_000 }

const looks = 60

/**
 * Passes a file on to its reader and breaks off when the reader takes too little for too long. Time counts only while
 * bytes are ready for the reader: a slow database is not the reader's fault.
 */
export function atLeastSpeed({ for_ms, leastSpeed }: Patience): Transform {
  let passed = 0
  let seen = 0
  let left_ms = for_ms
  const file = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      done(null, chunk)
    },
  })
  const every_ms = for_ms / looks
  const timer = setInterval(() => {
    const taken = passed - file.readableLength
    if (file.readableLength > 0) left_ms -= every_ms
    left_ms = Math.min(for_ms, left_ms + ((taken - seen) / leastSpeed) * 1000)
    seen = taken
    if (left_ms <= 0) file.destroy(new Error('the reader is too slow'))
  }, every_ms)
  timer.unref()
  return file.once('close', () => clearInterval(timer))
}
