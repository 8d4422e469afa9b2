import type { CustomCard } from '@adyen/adyen-web'
import { h } from '../dom.ts'
import { type Field, field } from './page/field.ts'
import { type GatewayFields, type Place, showFields } from './page/show-fields.ts'

const sealed = ['encryptedCardNumber', 'encryptedExpiryDate', 'encryptedSecurityCode'] as const
type Sealed = (typeof sealed)[number]
/** What the library has of a field as soon as it is right. */
const givenBy: Record<Sealed, string> = {
  encryptedCardNumber: 'encryptedCardNumber',
  encryptedExpiryDate: 'encryptedExpiryMonth',
  encryptedSecurityCode: 'encryptedSecurityCode',
}
type Library = typeof import('./page/adyen-library.ts')

/** What the adapter sends on. Adyen's library adds facts about the browser, which are none of the card's. */
const told = ['encryptedCardNumber', 'encryptedExpiryMonth', 'encryptedExpiryYear', 'encryptedSecurityCode', 'brand']

/** Adyen's card fields. Their token has what is typed, sealed for Adyen, and the name on the card. */
async function adyenFields(place: Place): Promise<GatewayFields> {
  const library = await import('./page/adyen-library.ts')
  const fields = new Map(sealed.map((name) => [name, sealedField(place, name)]))
  const holder = holderField(place)
  const checkout = await library.AdyenCheckout({
    environment: environmentOf(place),
    clientKey: place.value('client_key'),
    locale: localeOf(place),
    translations: { [localeOf(place)]: labelsOf(place) },
    // It changes nothing about a card's fields, and the library insists on one.
    countryCode: 'NL',
    analytics: { enabled: false },
    risk: { enabled: false },
    exposeLibraryMetadata: false,
    showPayButton: false,
  })
  const card = await mounted(place, fields, library, checkout)
  return {
    async token() {
      if (!card.isValid) card.showValidation()
      const isNamed = holder.check()
      if (card.isValid && isNamed) return tokenOf(card, holder.value())
      const given = givenIn(card)
      const wrong = sealed.find((name) => !given[givenBy[name]])
      if (wrong) card.setFocusOn(wrong)
      else holder.focus()
      return undefined
    },
  }
}

let focusOn = (_: Sealed) => {}

function sealedField({ form, say }: Place, name: Sealed): Field {
  const labels = {
    encryptedCardNumber: say('card_fields.number'),
    encryptedExpiryDate: say('card_fields.expiry'),
    encryptedSecurityCode: say('card_fields.cvc'),
  }
  const wide = name === 'encryptedCardNumber'
  const made = field({ name, label: labels[name], wide, onLabel: () => focusOn(name) })
  made.box.dataset.cse = name
  form.append(made.element)
  return made
}

function mounted(
  { form, say, looks, tell }: Place,
  fields: ReadonlyMap<Sealed, Field>,
  library: Library,
  checkout: Awaited<ReturnType<Library['AdyenCheckout']>>,
): Promise<CustomCard> {
  const problems = {
    encryptedCardNumber: say('card_fields.number_invalid'),
    encryptedExpiryDate: say('card_fields.expiry_invalid'),
    encryptedSecurityCode: say('card_fields.cvc_invalid'),
  }
  return new Promise((resolve, reject) => {
    const card = new library.CustomCard(checkout, {
      brands: Object.keys(brands),
      // The order of the fields is ours, and a payer may still want to correct one.
      autoFocus: false,
      styles: {
        base: { color: looks.ink, fontSize: looks.size, fontFamily: looks.font },
        error: { color: looks.bad },
        placeholder: { color: looks.dim },
      },
      onConfigSuccess: () => resolve(card),
      onError: (error) => reject(error),
      onEnterKeyPressed: () => tell({ type: 'card:enter' }),
      onBrand: ({ brand }) => tell({ type: 'card:brand', brand: brands[brand ?? ''] }),
      onFocus: ({ fieldType, focus }) => boxOf(fields, fieldType)?.toggleAttribute('data-focus', focus),
      onChange: ({ errors = {} }) => {
        for (const [name, { say: tellPayer }] of fields) tellPayer(errors[name] ? problems[name] : '')
      },
    })
    focusOn = (name) => card.setFocusOn(name)
    card.mount(form)
  })
}

const boxOf = (fields: ReadonlyMap<string, Field>, name: string) => fields.get(name)?.box

/** Adyen's words for brands, with ours. */
const brands: Readonly<Record<string, string>> = {
  visa: 'visa',
  mc: 'mastercard',
  maestro: 'maestro',
  amex: 'amex',
}

// The library types it as anything.
const givenIn = (card: CustomCard): Record<string, unknown> => card.formatData().paymentMethod

function tokenOf(card: CustomCard, holderName: string): string {
  const given = givenIn(card)
  const values = told.filter((name) => given[name]).map((name) => [name, given[name]])
  return JSON.stringify({ type: 'scheme', ...Object.fromEntries(values), holderName })
}

/** The one field that is no frame of Adyen's. Whoever types his number here by mistake must not send it to Kontor. */
function holderField({ form, say }: Place) {
  const problem = h('p', { id: 'holder-problem', role: 'alert' })
  const input = h('input', {
    id: 'holder',
    autocomplete: 'cc-name',
    maxlength: '100',
    'aria-describedby': 'holder-problem',
  })
  const element = h('label', { class: 'field wide' }, h('span', { class: 'label' }, say('card_fields.holder')), input)
  form.append(h('div', { class: 'wide' }, element, problem))
  const isName = () => input.value.trim() !== '' && !/\d\D?\d\D?\d/.test(input.value)
  return {
    value: () => input.value.trim(),
    focus: () => input.focus(),
    check() {
      problem.textContent = isName() ? '' : say('card_fields.holder_invalid')
      if (isName()) input.removeAttribute('aria-invalid')
      else input.setAttribute('aria-invalid', 'true')
      return isName()
    },
  }
}

const regions = ['us', 'au', 'apse', 'in', 'nea'] as const

/** Adyen's word for where the account is: in Europe, or in a region that the credential names. */
function environmentOf({ mode, value }: Place): 'test' | 'live' | `live-${(typeof regions)[number]}` {
  const region = regions.find((each) => each === value('live_region'))
  return mode === 'live' && region ? `live-${region}` : mode
}

const localeOf = ({ language }: Place) => (language === 'nl' ? 'nl-NL' : 'en-US')

/** The names of the frames and of their inputs, which only a screen reader tells. */
const labelsOf = ({ say }: Place) => ({
  'creditCard.encryptedCardNumber.aria.iframeTitle': say('card_fields.number'),
  'creditCard.encryptedExpiryDate.aria.iframeTitle': say('card_fields.expiry'),
  'creditCard.encryptedSecurityCode.aria.iframeTitle': say('card_fields.cvc'),
  'creditCard.cardNumber.label': say('card_fields.number'),
  'creditCard.expiryDate.label': say('card_fields.expiry'),
  'creditCard.securityCode.label': say('card_fields.cvc'),
})

showFields(adyenFields)
