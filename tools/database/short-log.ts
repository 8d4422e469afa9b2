import { copyFileSync, statSync, truncateSync } from 'node:fs'

const longest = 10_000_000
const look_ms = 60_000

/**
 * A log that one process writes to for as long as it runs: when it has grown too long, what it says goes to `<file>.1`, in the
 * place of what was there, and it begins anew. Its writer must append. Returns how to stop looking.
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
    // Without a log, or without room for another, the database goes on all the same.
  }
}
