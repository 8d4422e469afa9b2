import type { BrowserContext, Route } from '@playwright/test'

/**
 * Stand-ins for what gateways serve to browsers, which behave as their documentation says: a script puts frames of the
 * gateway's own origin into the page, a number is typed there, and the gateway alone is told it.
 */
export async function serveGateways(context: BrowserContext): Promise<{ told: string[]; stop(): Promise<void> }> {
  const told: string[] = []
  const hosts = /^https:\/\/([a-z-]+\.)*(stripe|mollie|adyen)\.com\//
  const answer = async (route: Route) => {
    const request = route.request()
    const url = new URL(request.url())
    told.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
    const found = answers.find(([host, path]) => host === url.host && path.test(url.pathname))
    if (!found) return route.fulfill({ status: 404, body: '' })
    const [, , contentType, body] = found
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    return route.fulfill({ contentType, headers, body: typeof body === 'string' ? body : body(request.postData()) })
  }
  await context.route(hosts, answer)
  return { told, stop: () => context.unroute(hosts, answer) }
}

const field = `
  const input = document.querySelector('input')
  const query = new URLSearchParams(location.search)
  const labels = {
    nl: { number: 'Kaartnummer', expiry: 'Vervaldatum', cvc: 'Beveiligingscode', holder: 'Naam op de kaart' },
    en: { number: 'Card number', expiry: 'Expiry date', cvc: 'Security code', holder: 'Name on card' },
  }
  const digits = () => input.value.replace(/\\D/g, '')
  const isGood = () => ({ number: /^\\d{15,16}$/, expiry: /^\\d{4}$/, cvc: /^\\d{3,4}$/ })[query.get('field')]?.test(digits()) ?? input.value !== ''
`
const framePage = (script: string) => `<!doctype html><html lang="en"><title>A field</title>
<style>html, body { margin: 0; background: transparent } input { box-sizing: border-box; width: 100%; height: 24px; border: 0; padding: 0; background: transparent; outline: none; font: 16px sans-serif }</style>
<main><input autocomplete="off"></main><script>${field}${script}</script>`

/** In a frame of Stripe or Mollie: says what happens to its field, and asks the gateway for a token. */
const ownFrame = (ask: string) =>
  framePage(`
  const tell = (message) => parent.postMessage({ ...message, field: query.get('field') }, '*')
  document.documentElement.lang = query.get('lang')
  input.setAttribute('aria-label', labels[query.get('lang')][query.get('field')])
  input.style.color = query.get('color')
  input.addEventListener('input', () => tell({ did: 'change', good: isGood() }))
  input.addEventListener('focus', () => tell({ did: 'focus' }))
  input.addEventListener('blur', () => tell({ did: 'blur' }))
  addEventListener('message', async ({ data }) => {
    if (data.do === 'focus') input.focus()
    if (data.do !== 'token') return
    if (!isGood()) return tell({ did: 'token', wrong: true })
    const reply = await fetch('${ask}', { method: 'POST', body: JSON.stringify({ number: input.value }) })
    tell({ did: 'token', id: (await reply.json()).id })
  })
  tell({ did: 'ready' })
`)

/** In the page: what both scripts share. */
const pageScript = (frame: string) => `
  const frames = new Map()
  const hears = new Map()
  const frameOf = (field, box, { lang, color, title }) => {
    const element = document.createElement('iframe')
    element.src = '${frame}?' + new URLSearchParams({ field, lang, color })
    element.title = title
    box.append(element)
    frames.set(field, element)
  }
  addEventListener('message', ({ source, data }) => {
    if (!data.field || frames.get(data.field)?.contentWindow !== source) return
    for (const does of hears.get(data.field + data.did) ?? []) does(data)
  })
  const hear = (name, does) => hears.set(name, [...(hears.get(name) ?? []), does])
  const send = (field, message) => frames.get(field).contentWindow.postMessage(message, '*')
  const answerOf = (field) => new Promise((resolve) => { hears.set(field + 'token', [resolve]); send(field, { do: 'token' }) })
`

const stripe = `${pageScript('https://js.stripe.com/v3/elements-inner.html')}
  const names = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' }
  window.Stripe = (key, { locale }) => ({
    elements: () => ({
      create: (type, { style }) => {
        const field = names[type]
        const self = {
          on(event, does) {
            const did = event === 'change'
              ? ({ good }) => does({ error: good ? undefined : { message: 'Onvolledig: ' + field }, brand: good ? 'visa' : 'unknown' })
              : () => does({})
            hear(field + event, did)
            return self
          },
          mount: (box) => frameOf(field, box, { lang: locale, color: style.base.color, title: 'Secure field ' + field }),
          focus: () => send(field, { do: 'focus' }),
        }
        return self
      },
    }),
    async createPaymentMethod() {
      for (const field of ['number', 'expiry', 'cvc']) {
        const { wrong, id } = await answerOf(field)
        if (wrong) return { error: { type: 'validation_error', code: 'incomplete_' + field, message: 'Onvolledig: ' + field } }
        if (field === 'cvc') return { paymentMethod: { id: 'pm_' + key } }
      }
    },
  })
`

const mollie = `${pageScript('https://js.mollie.com/v1/field.html')}
  const names = { cardHolder: 'holder', cardNumber: 'number', expiryDate: 'expiry', verificationCode: 'cvc' }
  // As Mollie's script does, which writes its styles into the page.
  document.head.append(Object.assign(document.createElement('style'), { textContent: '.mollie-component { display: block }' }))
  window.Mollie = (profile, { locale, testmode }) => ({
    createComponent: (type, { styles }) => ({
      mount: (box) => frameOf(names[type], box, { lang: locale.slice(0, 2), color: styles.base.color, title: type + ' input' }),
      addEventListener: (event, does) => hear(names[type] + event, ({ good }) =>
        does({ touched: true, error: good || event !== 'change' ? '' : 'Onvolledig: ' + names[type] })),
    }),
    async createToken() {
      for (const [type, field] of Object.entries(names)) {
        const { wrong } = await answerOf(field)
        if (wrong) return { error: { field: type, message: 'Onvolledig: ' + field } }
      }
      return { token: 'tkn_' + profile + (testmode ? '_test' : '') }
    },
  })
`

/** A secured field, as Adyen's library speaks to it: it is configured, and gives what is typed sealed. */
const adyen = framePage(`
  addEventListener('message', ({ source, data }) => {
    const config = JSON.parse(data)
    if (config.iframeUIConfig) configure(config)
    if (config.focus || config.fieldType && config.setFocus) input.focus()
  })
  let told
  const tell = (message) => parent.postMessage(JSON.stringify({ ...told, ...message }), document.referrer || '*')
  function configure({ fieldType, numKey, iframeUIConfig: { ariaConfig, sfStyles } }) {
    told = { fieldType, numKey }
    document.documentElement.lang = ariaConfig.lang.slice(0, 2)
    input.setAttribute('aria-label', ariaConfig[fieldType].label)
    input.style.color = sfStyles.base.color
    const names = { encryptedCardNumber: [['encryptedCardNumber']], encryptedExpiryDate: [['encryptedExpiryMonth'], ['encryptedExpiryYear']], encryptedSecurityCode: [['encryptedSecurityCode']] }
    const least = { encryptedCardNumber: 15, encryptedExpiryDate: 4, encryptedSecurityCode: 3 }[fieldType]
    input.addEventListener('focus', () => tell({ action: 'focus', focus: true, numChars: digits().length }))
    input.addEventListener('blur', () => tell({ action: 'focus', focus: false, numChars: digits().length }))
    input.addEventListener('keydown', ({ key }) => key === 'Enter' && tell({ action: 'enterKeyPressed' }))
    input.addEventListener('input', () => {
      if (fieldType === 'encryptedCardNumber' && digits().length >= 6)
        tell({ action: 'binValue', binValue: digits().slice(0, 6), encryptedBin: 'sealed-bin', uuid: 'u1' })
      if (fieldType === 'encryptedCardNumber') tell({ action: 'brand', brand: digits()[0] === '4' ? 'visa' : 'mc', cvcPolicy: 'required' })
      if (digits().length < least) return
      const sealed = names[fieldType].map(([name]) => ({ encryptedFieldName: name, blob: 'eyJ.' + name + '.' + btoa(String(digits().length)) }))
      tell({ action: 'encryption', [fieldType]: sealed, code: '' })
    })
    tell({ action: 'config' })
  }
`)

const [js, html, json] = ['text/javascript', 'text/html', 'application/json']

const answers: readonly (readonly [string, RegExp, string, string | ((sent: string | null) => string)])[] = [
  ['js.stripe.com', /^\/endive\/stripe\.js$/, js, stripe],
  ['js.stripe.com', /^\/v3\/elements-inner\.html$/, html, ownFrame('https://api.stripe.com/v1/payment_methods')],
  ['api.stripe.com', /^\/v1\/payment_methods$/, json, '{"id":"pm_1"}'],
  ['js.mollie.com', /^\/v1\/mollie\.js$/, js, mollie],
  ['js.mollie.com', /^\/v1\/field\.html$/, html, ownFrame('https://api.cc.mollie.com/v1/tokens')],
  ['api.cc.mollie.com', /^\/v1\/tokens$/, json, '{"id":"tkn_1"}'],
  ['checkoutshopper-test.adyen.com', /\/securedfields\/[^/]+\/[\d.]+\/securedFields\.html$/, html, adyen],
  [
    'checkoutshopper-test.adyen.com',
    /\/v3\/bin\/binLookup$/,
    json,
    '{"requestId":"u1","brands":[{"brand":"visa","supported":true,"enableLuhnCheck":true,"cvcPolicy":"required","expiryDatePolicy":"required"}]}',
  ],
  ['checkoutshopper-test.cdn.adyen.com', /\/translations\/[\w-]+\.json$/, json, '{}'],
]
