import { describe, expect, it } from 'vitest'
import { readableOn } from './readable-colour.ts'

describe('text on a coloured tag', () => {
  it('is dark on light colours and light on dark ones', () => {
    expect(readableOn('#ffff00')).toBe('#000000')
    expect(readableOn('#1F4FD8')).toBe('#ffffff')
    expect(readableOn('#fff')).toBe('#000000')
    expect(readableOn('#000')).toBe('#ffffff')
  })

  it('has no answer for what is not a colour', () => {
    expect(readableOn('url(x)')).toBeUndefined()
    expect(readableOn('#12')).toBeUndefined()
  })
})
