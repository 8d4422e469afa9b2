import { describe, expect, it } from 'vitest'
import { asNumber, onWire } from './sums.ts'

const most = BigInt(Number.MAX_SAFE_INTEGER)

describe('a reply with sums of any size', () => {
  it('travels with numbers, and with a text beside each that no number holds, wherever it lies', () => {
    const sums = { count: 2, volume: 700n, none: null, least: -most, beyond: most + 1n, below: -most - 1n }
    const wire = { count: 2, volume: 700, none: null, least: Number.MIN_SAFE_INTEGER, beyond: null, below: null }
    const too_large = { beyond: '9007199254740992', below: '-9007199254740992' }
    expect(onWire({ rows: [{ name: 'one', of: sums }, 5n, []] })).toEqual({
      rows: [{ name: 'one', of: { ...wire, too_large } }, 5, []],
    })
  })

  it('is the same where its sums are numbers already, and is not changed where they are not', () => {
    const made = { total: asNumber(most), rows: [{ volume: asNumber(-3n) }, { volume: asNumber(0n) }] }
    expect(made).toEqual({ total: Number.MAX_SAFE_INTEGER, rows: [{ volume: -3 }, { volume: 0 }] })
    expect(onWire(made)).toBe(made)
    const exact = { rows: [{ volume: 1n }], other: { volume: 2 } }
    expect(onWire<typeof exact>(exact as never).other).toBe(exact.other)
    expect(exact).toEqual({ rows: [{ volume: 1n }], other: { volume: 2 } })
    expect(asNumber(most + 1n)).toBe(most + 1n)
  })
})
