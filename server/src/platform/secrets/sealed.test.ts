import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openCredential, sealCredential } from './sealed.ts'

const key = randomBytes(32).toString('base64')
const place = { merchant: '01900000-0000-7000-8000-00000000000a', record: '01900000-0000-7000-8000-00000000000b' }
const credential = { api_key: 'the secret', notification_secret: 'whsec_ü' }
const sealed = sealCredential(key, place, credential)

describe('a sealed credential', () => {
  it('opens where it was sealed', () => expect(openCredential(key, place, sealed)).toEqual(credential))

  it('shows nothing of what is inside, and is never the same twice', () => {
    expect(sealed.includes('the secret')).toBe(false)
    expect(sealCredential(key, place, credential).equals(sealed)).toBe(false)
  })

  it.each([
    ['another merchant', { ...place, merchant: place.record }],
    ['another record', { ...place, record: place.merchant }],
    ['changed places', { merchant: place.record, record: place.merchant }],
  ])('does not open when it was moved: %s', (_where, elsewhere) =>
    expect(() => openCredential(key, elsewhere, sealed)).toThrow(),
  )

  it('does not open by another key', () =>
    expect(() => openCredential(randomBytes(32).toString('base64'), place, sealed)).toThrow())

  it('does not open when a single bit of it was changed', () => {
    for (let byte = 0; byte < sealed.length; byte += 1) {
      const changed = Buffer.from(sealed)
      changed[byte] = (changed[byte] ?? 0) ^ (1 << (byte % 8))
      expect(() => openCredential(key, place, changed)).toThrow()
    }
  })

  it('does not open when a part of it is missing', () => {
    for (const length of [0, 1, 60, 61, 88, sealed.length - 1])
      expect(() => openCredential(key, place, sealed.subarray(0, length))).toThrow()
  })
})
