import dns from 'node:dns'
import { describe, expect, it, vi } from 'vitest'
import { AddressRefused, guardedPost, isPublic } from './guarded-post.ts'

describe('an address that a merchant chose', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '0.0.0.0',
    '::1',
    '::',
    // An IPv4 address within one of IPv6: compatible, mapped, NAT64 (also its local prefix), 6to4, Teredo.
    '::127.0.0.1',
    '::7f00:1',
    '::808:808',
    '::ffff:127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    'fd00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '2001:db8::1',
    '4000::1',
  ])('is not public at %s', (address) => expect(isPublic(address)).toBe(false))

  it.each(['8.8.8.8', '203.0.112.1', '2606:4700:4700::1111', '2a00:1450:400e::8a', '::ffff:8.8.8.8'])(
    'is public at %s',
    (address) => expect(isPublic(address)).toBe(true),
  )

  it('that is still looked up when its post is given up is known to be so', async () => {
    const found: (() => void)[] = []
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((_host: string, _options: object, done: () => void) =>
        found.push(done)) as unknown as typeof dns.lookup)
    const sender = guardedPost({ allowPrivate: true, timeout_ms: 50 })
    try {
      await expect(sender.post('http://slow.example/hook', {}, '{}')).rejects.toThrow()
      await sender.close()
      const ended = vi.fn()
      const waits = sender.lookedUp().then(ended)
      await new Promise(setImmediate)
      expect(ended).not.toHaveBeenCalled()
      for (const done of found) done()
      await waits
      expect(found).toHaveLength(1)
    } finally {
      lookup.mockRestore()
    }
  })

  it('is not called at the port of another service, nor inside an address of IPv6', async () => {
    const sender = guardedPost({ allowPrivate: false, timeout_ms: 1_000 })
    for (const at of [
      '8.8.8.8:22',
      '8.8.8.8:25',
      '8.8.8.8:5432',
      '8.8.8.8:6379',
      '[::127.0.0.1]',
      '[2002:7f00:1::]:8080',
    ])
      await expect(sender.post(`http://${at}/hook`, {}, '{}')).rejects.toThrow(AddressRefused)
    await sender.close()
  })
})
