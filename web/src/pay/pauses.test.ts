import { expect, it } from 'vitest'
import { firstPause_ms, longerPause } from './pauses.ts'

it('looks at a payment often in its first minute, and a few hundred times in a day', () => {
  const looks: number[] = []
  let at = 0
  for (let pause = firstPause_ms; at < 86_400_000; pause = longerPause(pause)) {
    at += pause
    looks.push(at)
  }
  expect(looks.filter((look) => look <= 60_000).length).toBeGreaterThan(10)
  expect(looks.length).toBeLessThan(350)
})
