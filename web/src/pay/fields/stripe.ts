import type {
  Stripe,
  StripeCardCvcElement,
  StripeCardExpiryElement,
  StripeCardNumberElement,
  StripeConstructor,
  StripeError,
} from '@stripe/stripe-js'
import { type Field, field } from './page/field.ts'
import { loadScript } from './page/load-script.ts'
import { type GatewayFields, type Place, showFields } from './page/show-fields.ts'
import { stripeToken } from './page/stripe-token.ts'

declare global {
  interface Window {
    Stripe?: StripeConstructor
  }
}

/** Stripe's card fields. Their token has the id of a payment method. */
async function stripeFields(place: Place): Promise<GatewayFields> {
  await loadScript('https://js.stripe.com/endive/stripe.js')
  const stripe = window.Stripe?.(place.value('publishable_key'), { locale: place.language === 'nl' ? 'nl' : 'en' })
  if (!stripe) throw new Error('Stripe’s script is another one')
  const number = await mounted(place, stripe)
  return { token: () => tokenOf(stripe, number, place) }
}

type Element = StripeCardNumberElement | StripeCardExpiryElement | StripeCardCvcElement
const shown = new Map<string, { field: Field; element: Element }>()

async function mounted({ form, say, looks, tell }: Place, stripe: Stripe): Promise<StripeCardNumberElement> {
  const elements = stripe.elements()
  const style = {
    base: { color: looks.ink, fontFamily: looks.font, fontSize: looks.size, '::placeholder': { color: looks.dim } },
    invalid: { color: looks.bad },
  }
  const number = elements.create('cardNumber', { style, placeholder: '' })
  number.on('change', ({ brand }) => tell({ type: 'card:brand', brand: brand === 'unknown' ? undefined : brand }))
  put('number', say('card_fields.number'), number, true)
  put('expiry', say('card_fields.expiry'), elements.create('cardExpiry', { style, placeholder: '' }))
  put('cvc', say('card_fields.cvc'), elements.create('cardCvc', { style, placeholder: '' }))
  await Promise.all([...shown.values()].map(({ element }) => whenReady(element)))
  return number

  function put(name: string, label: string, element: Element, wide = false) {
    const made = field({ name, label, wide, onLabel: () => element.focus() })
    shown.set(name, { field: made, element })
    form.append(made.element)
    listen(element, made)
    element.mount(made.box)
  }
}

/** Every element has these events, which its types tell one by one. */
interface Listened {
  on(event: 'ready' | 'loaderror' | 'focus' | 'blur', does: () => void): unknown
  on(event: 'change', does: (change: { error: { message: string } | undefined }) => void): unknown
}

function listen(element: Element, { box, say }: Field): void {
  const on = element as unknown as Listened
  on.on('change', ({ error }) => say(error?.message ?? ''))
  on.on('focus', () => box.toggleAttribute('data-focus', true))
  on.on('blur', () => box.toggleAttribute('data-focus', false))
}

const whenReady = (element: Element) =>
  new Promise<void>((resolve, reject) => {
    const on = element as unknown as Listened
    on.on('ready', () => resolve())
    on.on('loaderror', () => reject(new Error('a field of Stripe cannot be loaded')))
  })

async function tokenOf(stripe: Stripe, card: StripeCardNumberElement, place: Place): Promise<string | undefined> {
  const { paymentMethod, error } = await stripe.createPaymentMethod({ type: 'card', card })
  if (paymentMethod) return stripeToken(paymentMethod)
  const wrong = shown.get(fieldOf(error))
  if (!wrong) throw new Error('Stripe gave no token')
  wrong.field.say(error.message ?? place.say('card_fields.number_invalid'))
  wrong.element.focus()
  return undefined
}

/** The field that an error is about; an empty text when it is about none. */
function fieldOf({ type, code = '' }: StripeError): string {
  if (type !== 'validation_error' && type !== 'card_error') return ''
  if (code.includes('expiry')) return 'expiry'
  return code.includes('cvc') ? 'cvc' : 'number'
}

showFields(stripeFields)
