import { copyFileSync, statSync, truncateSync } from 'node:fs'

const longest = 10_000_000
const look_ms = 60_000

/**
 * Keeps the log of a running process short: a log that has grown beyond `most` bytes is moved to `<file>.1`, which it
 * replaces, and begins anew. The writer must have opened it for appending. Returns a function that stops this.
 */
export function keepShort(file: string, most = longest, every_ms = look_ms): () => void {
  shorten(file, most)
  const timer = setInterval(() => shorten(file, most), every_ms).unref()
  return () => clearInterval(timer)
}

function shorten(file: string, most: number): void {
  try {
    if (statSync(file).size <= most) return
    copyFileSync(file, `${file}.1`)
    truncateSync(file)
  } catch {
    // A missing log or a full disk must not stop the database.
  }
}
