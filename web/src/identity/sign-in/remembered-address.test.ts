import { afterEach, describe, expect, it } from 'vitest'
import { escapingAddresses } from '../../../../e2e/support/escaping-addresses.ts'
import { ownAddress, rememberAddress, takeRememberedAddress } from './remembered-address.ts'

const payloads = escapingAddresses(location.origin)

/** These addresses stay as they are: encoded or look-alike slashes are only letters of a path. */
const harmless = [
  ['/', '/'],
  ['/refunds?status%5B%5D=PENDING', '/refunds?status%5B%5D=PENDING'],
  ['/psp/merchants/42:/refunds', '/psp/merchants/42:/refunds'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/%5cevil.example', '/%5cevil.example'],
  ['/@evil.example', '/@evil.example'],
  ['/a//evil.example', '/a//evil.example'],
  ['/transactions?next=//evil.example', '/transactions?next=//evil.example'],
]

afterEach(() => sessionStorage.clear())

describe('the remembered address', () => {
  it('leads nowhere else', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(300)
    const escaped = payloads.filter((payload) => {
      const taken = ownAddress(payload)
      return taken !== undefined && new URL(taken, location.origin).origin !== location.origin
    })
    expect(escaped).toEqual([])
  })

  it('is refused rather than bent, wherever it is no path of its own', () => {
    expect(payloads.filter((payload) => ownAddress(payload) !== undefined)).toEqual([])
  })

  it.each(harmless)('keeps %s', (address, taken) => expect(ownAddress(address)).toBe(taken))

  it('is given once, to the same user or to whoever signs in first', () => {
    rememberAddress('/refunds?status=A', 'u1')
    expect(takeRememberedAddress('u1')).toBe('/refunds?status=A')
    expect(takeRememberedAddress('u1')).toBe('/')
    rememberAddress('/refunds', null)
    expect(takeRememberedAddress('u2')).toBe('/refunds')
  })

  it('is not given to another user', () => {
    rememberAddress('/refunds', 'u1')
    expect(takeRememberedAddress('u2')).toBe('/')
    expect(takeRememberedAddress('u1')).toBe('/')
  })

  it.each(['nonsense', '{}', '[]', '"/refunds"', '{"address":1,"user":null}'])('makes nothing of %s', (text) => {
    sessionStorage.setItem('kontor.return', text)
    expect(takeRememberedAddress('u1')).toBe('/')
  })
})
