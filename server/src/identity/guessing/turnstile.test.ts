import { describe, expect, it } from 'vitest'
import { turnstile } from './turnstile.ts'

describe('a turnstile', () => {
  it('lets so many through at once, the waiting ones in their order, and refuses the rest', async () => {
    const inTurn = turnstile(2, 3)
    const done: number[] = []
    let [running, most] = [0, 0]
    const results = await Promise.allSettled(
      [1, 2, 3, 4, 5, 6, 7].map((number) =>
        inTurn(async () => {
          most = Math.max(most, ++running)
          await new Promise((resolve) => setTimeout(resolve, 5))
          running -= 1
          done.push(number)
          if (number === 2) throw new Error('a failure frees the place as well')
        }),
      ),
    )
    expect([most, done]).toEqual([2, [1, 2, 3, 4, 5]])
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, false, false])
    const [, , , , , , last] = results
    expect(last).toMatchObject({ reason: { code: 'too_many_attempts', details: { retry_after: 1 } } })
    await expect(inTurn(async () => 'free again')).resolves.toBe('free again')
  })

  it('lets whoever goes ahead in next, however many wait', async () => {
    const inTurn = turnstile(1, 2)
    const done: string[] = []
    const pass = (name: string, goesAhead = false) => inTurn(async () => void done.push(name), goesAhead)
    await Promise.allSettled([pass('first'), pass('second'), pass('third'), pass('sent away'), pass('known', true)])
    expect(done).toEqual(['first', 'known', 'second', 'third'])
  })
})
