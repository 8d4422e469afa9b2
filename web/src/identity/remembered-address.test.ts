import { afterEach, describe, expect, it } from 'vitest'
import { ownAddress, rememberAddress, takeRememberedAddress } from './remembered-address.ts'

const hosts = ['evil.example', 'evil.example/path', 'evil.example%2f', 'user@evil.example', 'localhost@evil.example']

/** What might lead away from this origin: each form with each host. */
const forms: ((host: string) => string)[] = [
  (host) => `//${host}`,
  (host) => `///${host}`,
  (host) => `////${host}`,
  (host) => `/\\${host}`,
  (host) => `\\\\${host}`,
  (host) => `\\/${host}`,
  (host) => `/\\/${host}`,
  (host) => `/\t/${host}`,
  (host) => `/\n/${host}`,
  (host) => `/\r/${host}`,
  (host) => `/\r\n/${host}`,
  (host) => `\t//${host}`,
  (host) => ` //${host}`,
  (host) => `\u0000//${host}`,
  (host) => `/\t\\${host}`,
  (host) => `/\n\\${host}`,
  (host) => `/.//${host}`,
  (host) => `/..//${host}`,
  (host) => `/./\\${host}`,
  (host) => `/a/..//${host}`,
  (host) => `/a/../\\${host}`,
  (host) => `/%2e//${host}`,
  (host) => `/%2e%2e//${host}`,
  (host) => `/.%2e/\\${host}`,
  (host) => `http:${host}`,
  (host) => `https:${host}`,
  (host) => `http:/${host}`,
  (host) => `https:/${host}`,
  (host) => `http://${host}`,
  (host) => `https://${host}`,
  (host) => `HTTPS://${host}`,
  (host) => `https:\\\\${host}`,
  (host) => `http:\t//${host}`,
  (host) => `h\nttps://${host}`,
  (host) => `ftp://${host}`,
  (host) => `ws://${host}`,
  (host) => `blob:https://${host}`,
  (host) => `view-source:https://${host}`,
  (host) => `javascript:location='//${host}'`,
  (host) => `JaVaScRiPt:location='//${host}'`,
  (host) => `java\tscript:location='//${host}'`,
  (host) => `java\nscript:location='//${host}'`,
  (host) => ` javascript:location='//${host}'`,
  (host) => `\u0001javascript:location='//${host}'`,
  (host) => `javascript://${host}/%0aalert(1)`,
  (host) => `data:text/html,<script>location='//${host}'</script>`,
  (host) => `vbscript:msgbox("${host}")`,
  (host) => `\u2028//${host}`,
  (host) => `\u00a0//${host}`,
  (host) => `\ufeff//${host}`,
  (host) => `?//${host}`,
  (host) => `#//${host}`,
  (host) => `.//${host}`,
  (host) => `..//${host}`,
  (host) => `;//${host}`,
  (host) => `@${host}`,
  (host) => `:${host}`,
  (host) => host,
  (host) => `\u2215\u2215${host}`,
  (host) => `\uff0f\uff0f${host}`,
  (host) => `${location.origin}@${host}`,
  (host) => `${location.origin}.${host}`,
]
const payloads = forms.flatMap((form) => hosts.map(form))

/** These stay: encoded or look-alike slashes are but letters of a path. */
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
