import type { Transform } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atLeastSpeed } from './least-speed.ts'

const minute = 60_000
let file: Transform
let end: Error | undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  end = undefined
  file = atLeastSpeed({ for_ms: minute, leastSpeed: 1_000 }).on('error', (error) => {
    end = error
  })
})
afterEach(() => {
  file.destroy()
  vi.useRealTimers()
})

/** Reads from an endless source: `bytes` every `every_ms`, for so many minutes. */
async function read(bytes: number, every_ms: number, minutes: number): Promise<void> {
  file.write(Buffer.alloc(10_000_000))
  for (let passed = 0; passed < minutes * minute && !end; passed += every_ms) {
    await vi.advanceTimersByTimeAsync(every_ms)
    file.read(bytes)
  }
}

describe('a reader', () => {
  it('who takes nothing is given up after a minute, and not before', async () => {
    await read(0, 1_000, 0.9)
    expect(end).toBeUndefined()
    await read(0, 1_000, 0.2)
    expect(end?.message).toBe('the reader is too slow')
  })

  it.each([
    [1, 1_000],
    [20_000, 59_000],
    [900, 1_000],
  ])('who takes %i bytes each %i ms is given up', async (bytes, every_ms) => {
    await read(bytes, every_ms, 15)
    expect(end?.message).toBe('the reader is too slow')
  })

  it.each([
    [1_100, 1_000],
    [60_000, 50_000],
  ])('who takes %i bytes each %i ms reads on for as long as it takes', async (bytes, every_ms) => {
    await read(bytes, every_ms, 60)
    expect(end).toBeUndefined()
  })

  it('who waits for the database is never given up', async () => {
    await vi.advanceTimersByTimeAsync(60 * minute)
    file.write('a')
    file.read()
    await vi.advanceTimersByTimeAsync(60 * minute)
    expect(end).toBeUndefined()
  })
})
