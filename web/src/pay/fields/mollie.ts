import { type Field, field } from './page/field.ts'
import { loadScript } from './page/load-script.ts'
import { type GatewayFields, type Place, showFields } from './page/show-fields.ts'

/** https://docs.mollie.com/reference/mollie-object, as far as it is used here. */
interface Mollie {
  createComponent(type: Component, options: { styles: object }): MollieComponent
  createToken(): Promise<{ token?: string; error?: { field?: string; message: string } }>
}
interface MollieComponent {
  mount(target: HTMLElement): void
  addEventListener(event: 'blur' | 'focus', callback: () => void): void
  addEventListener(event: 'change', callback: (change: { error?: string; touched: boolean }) => void): void
}
type Component = 'cardHolder' | 'cardNumber' | 'expiryDate' | 'verificationCode'

declare global {
  interface Window {
    Mollie?: (profileId: string, options: { locale: string; testmode: boolean }) => Mollie
  }
}

/** Mollie's card fields. Their token lives for an hour and pays once. */
async function mollieFields(place: Place): Promise<GatewayFields> {
  await loadScript('https://js.mollie.com/v1/mollie.js')
  const locale = place.language === 'nl' ? 'nl_NL' : 'en_US'
  const mollie = window.Mollie?.(place.value('profile_id'), { locale, testmode: place.mode === 'test' })
  if (!mollie) throw new Error('Mollie’s script is another one')
  const fields = put(place, mollie)
  await Promise.all([...fields.values()].map(({ box }) => frameIn(box)))
  return { token: () => tokenOf(mollie, fields) }
}

function put({ form, say, looks }: Place, mollie: Mollie): Map<Component, Field> {
  const styles = {
    base: { color: looks.ink, fontSize: looks.size, '::placeholder': { color: looks.dim } },
    invalid: { color: looks.bad },
  }
  const labels: readonly (readonly [Component, string])[] = [
    ['cardHolder', say('card_fields.holder')],
    ['cardNumber', say('card_fields.number')],
    ['expiryDate', say('card_fields.expiry')],
    ['verificationCode', say('card_fields.cvc')],
  ]
  return new Map(
    labels.map(([type, label]) => {
      const wide = type === 'cardHolder' || type === 'cardNumber'
      const made: Field = field({ name: type, label, wide, onLabel: () => focusOn(made) })
      form.append(made.element)
      const component = mollie.createComponent(type, { styles })
      component.addEventListener('change', ({ error, touched }) => made.say((touched && error) || ''))
      component.addEventListener('focus', () => made.box.toggleAttribute('data-focus', true))
      component.addEventListener('blur', () => made.box.toggleAttribute('data-focus', false))
      component.mount(made.box)
      return [type, made]
    }),
  )
}

/** Mollie tells nobody when its fields are there. Their frames come from the host of the script, which has just answered. */
const frameIn = (box: HTMLElement) =>
  new Promise<void>((resolve) => {
    const look = () => box.querySelector('iframe') !== null
    if (look()) return resolve()
    const observer = new MutationObserver(() => {
      if (!look()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(box, { childList: true, subtree: true })
  })

const focusOn = ({ box }: Field) => box.querySelector('iframe')?.focus()

async function tokenOf(mollie: Mollie, fields: Map<Component, Field>): Promise<string | undefined> {
  const { token, error } = await mollie.createToken()
  if (token) return JSON.stringify({ card_token: token })
  const named = [...fields].find(([type]) => type === error?.field)?.[1]
  if (named && error) named.say(error.message)
  const wrong = [...fields.values()].find((each) => each.isWrong())
  if (!wrong) throw new Error('Mollie gave no token')
  focusOn(wrong)
  return undefined
}

showFields(mollieFields)
