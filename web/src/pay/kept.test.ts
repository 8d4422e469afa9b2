import { afterEach, describe, expect, it, vi } from 'vitest'
import { forget, keep, kept } from './kept.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  forget('a')
})

const forbidden = {
  get: () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  },
}

describe('what the payment page keeps', () => {
  it('is kept for its tab', () => {
    keep('a', '1')
    expect([kept('a'), sessionStorage.getItem('a')]).toEqual(['1', '1'])
    forget('a')
    expect(kept('a')).toBe(null)
  })

  it('is kept while the page is open where the browser forbids storage', () => {
    // Reading the name alone throws.
    const own = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage')
    Object.defineProperty(globalThis, 'sessionStorage', { ...forbidden, configurable: true })
    try {
      expect(kept('a')).toBe(null)
      keep('a', '1')
      expect(kept('a')).toBe('1')
      forget('a')
      expect(kept('a')).toBe(null)
    } finally {
      if (own) Object.defineProperty(globalThis, 'sessionStorage', own)
    }
  })

  it('is the newest, also where the storage is full', () => {
    keep('a', '1')
    vi.stubGlobal('sessionStorage', {
      getItem: () => '1',
      removeItem: () => {},
      setItem: () => {
        throw new DOMException('Full', 'QuotaExceededError')
      },
    })
    keep('a', '2')
    expect(kept('a')).toBe('2')
  })
})
