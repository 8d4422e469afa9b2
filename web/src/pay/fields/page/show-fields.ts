import './fields.css'
import type { Language } from '@kontor/contract/identity/session'
import { h } from '../../dom.ts'
import { parentOf, type Tell } from './parent.ts'
import { fieldTexts, type SayOfFields } from './texts.ts'

/** What a gateway's script is told, and how it speaks. */
export interface Place {
  /** The public values of the credential. */
  value: (name: string) => string
  mode: 'test' | 'live'
  language: Language
  say: SayOfFields
  looks: Looks
  tell: Tell
  /** Where the gateway's fields are put. */
  form: HTMLFormElement
}

/** The page's own looks, for fields that a gateway draws in frames of its own. */
export interface Looks {
  ink: string
  dim: string
  bad: string
  font: string
  size: string
}

export interface GatewayFields {
  /** The token for what was typed; undefined when the fields show what is wrong with it. */
  token(): Promise<string | undefined>
}

/** Less than the pay page has (card-frame.ts): this page says what to do, and that one only that nothing comes. */
const patience_ms = 12_000

/** Lets a gateway's script draw its fields, and says what to do when they do not come. */
export function showFields(draw: (place: Place) => Promise<GatewayFields>): void {
  const { dataset } = document.body
  const language: Language = document.documentElement.lang === 'nl' ? 'nl' : 'en-US'
  const say = fieldTexts(language)
  const root = document.querySelector('main') ?? document.body
  const values = JSON.parse(dataset.values ?? '{}') as Record<string, string>
  const address = location.href
  // Gateways report the address of the page on which their script runs. What Kontor signed is nobody's business.
  history.replaceState(null, '', location.pathname)

  const form = h('form', { novalidate: true, onsubmit: (event) => event.preventDefault() })
  const waiting = h('p', { class: 'waiting', role: 'status' }, say('card_fields.loading'))
  root.append(waiting, form)
  let drawn: GatewayFields | undefined
  const { tell, ready } = parentOf(dataset.parent ?? '', async () => {
    if (!drawn) throw new Error('there are no fields')
    return drawn.token()
  })
  form.addEventListener('submit', () => tell({ type: 'card:enter' }))

  const trouble = (error: unknown) => {
    // For the shop's own people: a wrong key, or a host that is not allowed for it, looks the same to a payer.
    console.error(error)
    const again = h('button', { type: 'button', onclick: () => location.replace(address) }, say('card_fields.again'))
    root.replaceChildren(h('p', { class: 'notice', role: 'alert' }, say('card_fields.unreachable')), again)
  }
  const place: Place = {
    value: (name) => values[name] ?? '',
    mode: dataset.mode === 'live' ? 'live' : 'test',
    ...{ language, say, looks: looksNow(), tell, form },
  }
  Promise.race([draw(place), afterPatience()])
    .then((fields) => {
      drawn = fields
      waiting.remove()
      form.toggleAttribute('data-shown', true)
    })
    .catch(trouble)
    .finally(ready)
}

function looksNow(): Looks {
  const style = getComputedStyle(document.documentElement)
  const value = (name: string) => style.getPropertyValue(name).trim()
  return { ink: value('--ink'), dim: value('--dim'), bad: value('--bad'), font: style.fontFamily, size: '16px' }
}

const afterPatience = () =>
  new Promise<never>((_, reject) => setTimeout(() => reject(new Error('the fields do not come')), patience_ms))
