import { describe, expect, it } from 'vitest'
import { contrastOn, readableOn } from './readable-colour.ts'

describe('text on a coloured tag', () => {
  it('is dark on light colours and light on dark ones', () => {
    expect(readableOn('#ffff00')).toBe('#000000')
    expect(readableOn('#1F4FD8')).toBe('#ffffff')
    expect(readableOn('#fff')).toBe('#000000')
    expect(readableOn('#000')).toBe('#ffffff')
  })

  it('has a contrast that people are told', () => {
    expect(contrastOn('#ffffff')).toBeCloseTo(21)
    expect(contrastOn('#1d4ed8')).toBeCloseTo(6.7, 1)
    expect(contrastOn('blue')).toBeUndefined()
  })

  it('has no answer for what is not a colour', () => {
    expect(readableOn('url(x)')).toBeUndefined()
    expect(readableOn('#12')).toBeUndefined()
  })
})
