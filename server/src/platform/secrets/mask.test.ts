import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../../test/cpu-time.ts'
import { maskedBody, maskedUrl } from './mask.ts'
import { withoutCardNumbers } from './secret-forms.ts'

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

it('The name of a payer is masked under each name that gateways and our page give it', () =>
  expect(masked({ payer_name: 'A', accountHolder: 'B', sepa: { ownerName: 'C' }, name: 'D' })).toEqual({
    ...{ payer_name: '•••', accountHolder: '•••', sepa: { ownerName: '•••' }, name: 'D' },
  }))

describe('an address of ours that is a secret', () => {
  const token = 'Ab_-'.repeat(11)
  it.each([
    [`https://kontor.example/pay/${token}`, 'https://kontor.example/pay/•••'],
    [`see https%3A%2F%2Fkontor.example%2Fpay%2F${token}.`, 'see https%3A%2F%2Fkontor.example%2Fpay%2F•••.'],
    [`https://kontor.example/pay/return/${token}${token}?x=1`, 'https://kontor.example/pay/return/•••?x=1'],
    [
      'https://kontor.example/v1/processornotification/019f2b3c-4111-7111-8111-111111111112/0123456789abcdef0123456789abcdef',
      'https://kontor.example/v1/processornotification/019f2b3c-4111-7111-8111-111111111112/•••',
    ],
  ])('%s is kept without its last part', (address, kept) => {
    expect(masked({ url: address, notification_url: address })).toEqual({ url: kept, notification_url: kept })
  })

  it.each(['https://shop.example/pay/now', 'https://kontor.example/pay/preview', 'processornotification'])(
    'is not %s',
    (text) => expect(masked({ url: text })).toEqual({ url: text }),
  )
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

/** The names under which gateways send what charges or names somebody. */
const secretNames = [
  ...['storedPaymentMethodId', 'recurringDetailReference', 'mandateId', 'mandate', 'agreement', 'agreement_token'],
  ...[
    'iban',
    'sepa_debit.iban',
    'ownerName',
    'holderName',
    'consumerAccount',
    'consumerName',
    'redirectResult',
    'payload',
  ],
  ...[
    'applePayToken',
    'googlePayToken',
    'paymentMethod.token',
    'client_secret',
    'hmacSignature',
    'encryptedCardNumber',
  ],
  ...['shopperEmail', 'receipt_email', 'shopperIP', 'ip', 'ip_address', 'customerIp', 'telephoneNumber', 'phone'],
  // Its last part is all that proves Mollie's notifications.
  'webhookUrl',
]
/** What a person who looks for a mistake needs to read. */
const readable = {
  ...{
    pspReference: 'QFQTPCQ8HXSKGK82',
    id: 'pi_3NqXb2LkdIwHu7ix0Abc1234',
    payment_id: 'tr_7UhSN1zuXS',
    reference: 'R-1',
  },
  ...{ amount: '1000', currency: 'eur', status: 'succeeded', event: 'AUTHORISATION', decline_code: 'card_declined' },
  ...{ merchant_reference: 'Order 12=3', zip: '1012AB', tip: '5', created: '2026-11-22T20:00:00Z', version: '71.0.1' },
}
const asForm = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
    .join('&')

describe('a customer in the place of its id', () => {
  it('is masked as a whole, and the id alone is not', () => {
    const customer = { id: 'c', last_name: 'CANARY', reference: 'CANARY', city: 'CANARY', status: 'VERIFIED' }
    expect(masked({ amount: 1, customer })).toEqual({
      amount: 1,
      customer: { id: '•••', last_name: '•••', reference: '•••', city: '•••', status: 'VERIFIED' },
    })
    expect(masked({ customer: 'c' })).toEqual({ customer: 'c' })
  })
})

describe('what a gateway is sent and sends', () => {
  it.each(secretNames)('is masked under the name %s, in JSON and in a form (check 17)', (name) => {
    expect(masked({ [name]: 'CANARY', amount: 100 })).toEqual({ [name]: '•••', amount: 100 })
    expect(maskedBody(`amount=100&${encodeURIComponent(name)}=CANARY`)).toBe(
      `amount=100&${encodeURIComponent(name)}=•••`,
    )
    expect(maskedBody(`amount=100&source%5B${name}%5D=CANARY`)).toBe(`amount=100&source%5B${name}%5D=•••`)
    expect(maskedBody(`amount=100&source[${name}][0]=CANARY`)).toBe(`amount=100&source[${name}][0]=•••`)
  })

  it('is masked in the fields of an action, and in our own addresses for payers', () => {
    const action = { type: 'redirect', method: 'POST', data: { PaReq: 'CANARY', TermUrl: 'CANARY' } }
    expect(masked({ resultCode: 'RedirectShopper', action })).toEqual({
      resultCode: 'RedirectShopper',
      action: { ...action, data: { PaReq: '•••', TermUrl: '•••' } },
    })
    const address = 'https://kontor.example/pay/return/'
    const whole = address + 'a1-_'.repeat(16)
    expect(masked({ returnUrl: whole })).toEqual({ returnUrl: `${address}•••` })
    expect(maskedBody(`return_url=${encodeURIComponent(whole)}&amount=1`)).not.toContain('a1-_')
    expect(maskedUrl(`https://bank.example/x?back=${encodeURIComponent(whole)}`)).not.toContain('a1-_')
  })

  it.each([
    ['IBAN', 'NL91ABNA0417164300'],
    ['IBAN in groups', 'BE68 5390 0754 7034'],
    ['IBAN in small letters', 'de89370400440532013000'],
    ['mail address', 'jan.de-vries+1@bloom.example.nl'],
    ['card of Stripe', 'pm_1NqXb2LkdIwHu7ix'],
    ['source of Stripe', 'src_1NqXb2LkdIwHu7ix'],
    ['old card of Stripe', 'card_1NqXb2LkdIwHu7ix'],
    ['mandate of Mollie', 'mdt_h3gAaD5zP'],
    ['signing secret', 'whsec_c2FuZGJveCB0ZXN0cyBzaWdu'],
    ['key', 'Bearer sk-9f8e7d6c5b4a'],
    ['IP address', '192.0.2.146'],
    ['long IP address', '2001:db8::ff00:42:8329'],
  ])('is masked by its form, whatever its name: %s', (_, canary) => {
    for (const body of [JSON.stringify({ note: canary }), JSON.stringify([[canary]]), asForm({ note: canary })])
      expect(maskedBody(body)).not.toContain(canary)
    expect(maskedBody(asForm({ note: canary }))).toMatch(/^note=.*•••$/)
  })

  it('is masked below the details of who pays, as the name of the holder of an account', () => {
    expect(masked({ billing_details: { name: 'A. Janssens', email: null } }).billing_details.name).not.toContain('Jans')
    const form = 'payment_method_data[type]=eps&payment_method_data[billing_details][name]=A.+Janssens'
    expect(maskedBody(form)).not.toContain('Jans')
    expect(maskedBody(form)).toContain('[type]=eps')
  })

  it('stays readable otherwise', () => {
    expect(masked(readable)).toEqual(readable)
    expect(maskedBody(asForm(readable))).toBe(asForm(readable))
  })

  it('is no IBAN with another sum or length', () => {
    for (const text of ['NL91ABNA0417164301', 'NL91ABNA04171643', 'XX91ABNA0417164300', 'REFNL91ABNA0417164300'])
      expect(maskedBody(JSON.stringify({ text }))).toContain(text)
  })

  it('is masked as a whole below wallets’ tokens and mandates, except for how they stand', () => {
    const token = { paymentData: { data: 'CANARY', header: { hash: 'CANARY' } }, version: 'EC_v1' }
    expect(JSON.stringify(masked({ paymentMethod: { type: 'applepay', token } }))).not.toMatch(/CANARY|EC_v1/)
    const mandate = { id: 'CANARY', status: 'valid', customer: { name: 'CANARY' } }
    expect(masked({ mandate })).toEqual({ mandate: { id: '•••', status: 'valid', customer: { name: '•••' } } })
    const form = 'mandate_data[customer_acceptance][online][user_agent]=CANARY&mandate_data[status]=valid'
    expect(maskedBody(form)).toBe(
      'mandate_data[customer_acceptance][online][user_agent]=•••&mandate_data[status]=valid',
    )
  })

  it('is masked in JSON or a form inside of a text', () => {
    const inner = JSON.stringify({ iban: 'CANARY', status: 'ok' })
    expect(masked({ details: inner })).toEqual({ details: JSON.stringify({ iban: '•••', status: 'ok' }) })
    expect(masked({ details: JSON.stringify({ inner }) }).details).not.toContain('CANARY')
    expect(masked({ sent: 'iban=CANARY&status=ok' })).toEqual({ sent: 'iban=•••&status=ok' })
    expect(decodeURIComponent(maskedBody(asForm({ details: inner })))).toBe('details={"iban":"•••","status":"ok"}')
    expect(masked({ url: 'https://a.example/x?redirectResult=CANARY&step=2' }).url).toBe(
      'https://a.example/x?redirectResult=•••&step=2',
    )
  })

  it('is masked in JSON that was cut off', () => {
    const cut = '{"status":"paid","iban":"CANARY","sub":{"password": "CAN\\"ARY", "consumerName":"CANARY"'
    expect(maskedBody(cut)).toBe('{"status":"paid","iban":"•••","sub":{"password": "•••", "consumerName":"•••"')
    expect(maskedBody('{"status":"paid","iban":"CANA')).toBe('{"status":"paid","iban":"•••')
  })

  it('keeps a client secret from being read beside the id of its payment', () => {
    expect(masked({ note: 'pi_3NqXb2LkdIwHu7ix_secret_Yzk8HdZAB1' })).toEqual({
      note: 'pi_3NqXb2LkdIwHu7ix_secret_•••',
    })
  })

  it('is masked in an address', () => {
    expect(maskedUrl('https://a.example/v71/storedPaymentMethods/CANARY?shopperReference=R1')).toBe(
      'https://a.example/v71/storedPaymentMethods/•••?shopperReference=R1',
    )
    expect(maskedUrl('https://a.example/v1/payment_methods/pm_1NqXb2LkdIwHu7ix/detach')).toBe(
      'https://a.example/v1/payment_methods/pm_•••/detach',
    )
    const readableUrl = 'http://localhost:4010/v1/operations/019f2b3c-4111-7111-8111-111111111112'
    expect(maskedUrl(readableUrl)).toBe(readableUrl)
  })

  it('shows no canary, however it is nested (check 17)', () => {
    const canary = 'cAnArY0123456789'
    const place = fc.tuple(
      fc.constantFrom(...secretNames, 'password', 'cvc', 'card_token'),
      fc.array(fc.constantFrom('data', 'object', 'a.b', 'items', '0'), { maxLength: 6 }),
      fc.constantFrom<(value: object) => unknown>(
        (value) => value,
        (value) => JSON.stringify(value),
        (value) => [value],
        (value) => ({ text: JSON.stringify({ text: JSON.stringify(value) }) }),
      ),
    )
    fc.assert(
      fc.property(place, fc.object({ maxDepth: 2 }), ([name, path, wrap], beside) => {
        const inner = wrap({ ...beside, [name]: canary, status: 'PAID' })
        const body = path.reduceRight<unknown>((value, key) => ({ ...beside, [key]: value }), inner)
        const form = `x=1&${[...path.map((key) => `${key}[`), name, ...path.map(() => ']')].join('')}=${canary}`
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        for (const sent of [text, text.slice(0, -1), form, encodeURI(form), asForm({ data: text })])
          expect(maskedBody(sent)).not.toContain(canary)
        // A longer one is cut.
        if (text.length < 5_000) expect(maskedBody(text)).toContain('PAID')
      }),
      { numRuns: 300 },
    )
  })
})

describe('a body', () => {
  it('is not cut inside of a mask that a longer body would have', () => {
    const body = `${'x'.repeat(9_995)} NL91ABNA0417164300 jan@bloom.example`
    expect(maskedBody(body)).toBe(`${'x'.repeat(9_995)} ••• •••`.slice(0, 10_000))
  })
  it('that is no JSON is kept as text', () =>
    expect(maskedBody('<html>Bad gateway</html>')).toBe('<html>Bad gateway</html>'))
  it('is kept up to a length', () => expect(maskedBody('x'.repeat(20_000))).toHaveLength(10_000))
  it('is masked before it is cut', () =>
    expect(maskedBody(`${'x'.repeat(9_990)} 4111111111111111`)).not.toContain('4111111111'))
  it('is masked in no time, whatever is in it', async () => {
    const hostile = ['1 '.repeat(100_000), '1-'.repeat(100_000), '1'.repeat(200_000), '['.repeat(100_000)]
    expect(await cpuTimeOf(() => hostile.map(maskedBody))).toBeLessThan(2_000)
  })
  it('of a megabyte is masked in linear time', async () => {
    const parts = [
      'a',
      'a@',
      'a=b&',
      '"a":',
      'NL91',
      'pm_',
      'eyJa',
      'a%40',
      '{"a":"',
      '"a"   ',
      'A1 ',
      '=',
      'a=%25',
      '[a]=',
      '\\"',
    ]
    const row = JSON.stringify({ id: 'tr_7UhSN1zuXS', iban: 'NL91ABNA0417164300', email: 'a@b.example', amount: 100 })
    const of = (bytes: number) => [
      ...parts.map((part) => part.repeat(bytes / part.length)),
      `[${Array.from({ length: bytes / row.length }, () => row).join(',')}]`,
      JSON.stringify({ text: `[${Array.from({ length: bytes / row.length }, () => row).join(',')}]` }),
    ]
    for (const [at, body] of of(1_000_000).entries())
      expect([parts[at] ?? 'rows', (await cpuTimeOf(() => maskedBody(body))) < 3_000]).toEqual([
        parts[at] ?? 'rows',
        true,
      ])
  })
})
