import { describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { maskedBody, withoutCardNumbers } from './mask.ts'

const masked = (body: unknown) => JSON.parse(maskedBody(JSON.stringify(body)))

describe('a card number', () => {
  it.each([
    ['4111111111111111', '411111••••••1111'],
    ['4111 1111 1111 1111', '411111••••••1111'],
    ['4111-1111-1111-1111', '411111••••••1111'],
    ['378282246310005', '378282•••••0005'],
    ['card 5555555555554444, thank you', 'card 555555••••••4444, thank you'],
    ['<pan>4111111111111111</pan>', '<pan>411111••••••1111</pan>'],
    ['pan=4111111111111111&expiry=1230', 'pan=411111••••••1111&expiry=1230'],
    ['4111111111111111 12/30', '411111••••••1111 12/30'],
    ['4111 1111 1111 1111 12 30 737', '411111••••••1111 12 30 737'],
    ['7 4111111111111111', '7 411111••••••1111'],
  ])('%s is kept as %s', (text, kept) => {
    expect(withoutCardNumbers(text)).toBe(kept)
    expect(maskedBody(text)).toBe(kept)
  })

  it.each(['4111111111111112', '20261001', '019f2b3c-4111-7111-8111-111111111112', '1759276800000', '0', ''])(
    'is not %s, which stays',
    (text) => expect(withoutCardNumbers(text)).toBe(text),
  )

  it('is found in a number of JSON, too', () =>
    expect(maskedBody('{"n":4111111111111111}')).not.toContain('4111111111111111'))
})

describe('a secret', () => {
  it.each([
    'password',
    'api_key',
    'apiKey',
    'card_token',
    'notification_secret',
    'Authorization',
    'set-cookie',
    'card_number',
    'cardNumber',
    'pan',
    'cvc',
    'CVV2',
    'security_code',
  ])('under the key %s is masked, however deep', (key) => {
    expect(masked({ [key]: 'x1', amount: 100 })).toEqual({ [key]: '•••', amount: 100 })
    expect(masked({ a: [{ b: { [key]: 123 } }] })).toEqual({ a: [{ b: { [key]: '•••' } }] })
    expect(masked({ [key]: ['x1', 'x2'] })).toEqual({ [key]: ['•••', '•••'] })
  })

  it('is nothing else', () => {
    const body = { merchant_reference: 'R-1', company: 'Pan', panel: 'left', status: 'AUTHORIZED', nothing: null }
    expect(masked(body)).toEqual(body)
  })
})

describe('a body', () => {
  it('that is no JSON is kept as text', () =>
    expect(maskedBody('<html>Bad gateway</html>')).toBe('<html>Bad gateway</html>'))
  it('is kept up to a length', () => expect(maskedBody('x'.repeat(20_000))).toHaveLength(10_000))
  it('is masked before it is cut', () =>
    expect(maskedBody(`${'x'.repeat(9_990)} 4111111111111111`)).not.toContain('4111111111'))
  it('is masked in no time, whatever is in it', async () => {
    const hostile = ['1 '.repeat(100_000), '1-'.repeat(100_000), '1'.repeat(200_000), '['.repeat(100_000)]
    expect(await cpuTimeOf(() => hostile.map(maskedBody))).toBeLessThan(2_000)
  })
})
