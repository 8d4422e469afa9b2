import { describe, expect, it } from 'vitest'
import { breaker } from './breaker.ts'

describe('a gateway that fails', () => {
  it('is asked until it failed three times in a row, and then not for a minute', () => {
    let time = 0
    const gateways = breaker({ failures: 3, pause_ms: 60_000 }, () => time)
    for (const may of [true, true, true]) {
      expect(gateways.mayAsk('a')).toBe(may)
      gateways.failed('a')
    }
    expect([gateways.mayAsk('a'), gateways.mayAsk('b')]).toEqual([false, true])
    time = 59_999
    expect(gateways.mayAsk('a')).toBe(false)
  })

  it('gets one question after the pause, and is asked again by all once it answers', () => {
    let time = 0
    const gateways = breaker({ failures: 1, pause_ms: 60_000 }, () => time)
    gateways.failed('a')
    time = 60_000
    expect([gateways.mayAsk('a'), gateways.mayAsk('a')]).toEqual([true, false])
    gateways.failed('a')
    expect(gateways.mayAsk('a')).toBe(false)
    time = 120_000
    expect(gateways.mayAsk('a')).toBe(true)
    gateways.answered('a')
    expect([gateways.mayAsk('a'), gateways.mayAsk('a')]).toEqual([true, true])
  })

  it('counts its failures anew after an answer', () => {
    const gateways = breaker({ failures: 2, pause_ms: 60_000 }, () => 0)
    gateways.failed('a')
    gateways.answered('a')
    gateways.failed('a')
    expect(gateways.mayAsk('a')).toBe(true)
  })
})
