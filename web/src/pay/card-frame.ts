import type { Language } from '@kontor/contract/identity/session'
import { cardBrands } from '@kontor/contract/payments/transaction.rules'
import { h } from './dom.ts'

export interface CardFrame {
  element: HTMLIFrameElement
  /**
   * A token for the typed card; undefined when the frame shows what is wrong with it. Throws when there is no answer.
   */
  token(): Promise<string | undefined>
}

interface Hears {
  onEnter: () => void
  /** The brand of the number that is being typed; undefined when it is of none that we know. */
  onBrand: (brand: string | undefined) => void
  /** False after a while without a word from the frame, whose host may be away; true as soon as there is one. */
  onHeard: (isHeard: boolean) => void
}

const patience_ms = 15_000

/** The processor's own fields. The payer types the card into the processor's frame; this page only receives a token. */
export function cardFrame(
  field: string,
  language: Language,
  title: string,
  { onEnter, onBrand, onHeard }: Hears,
): CardFrame {
  const url = new URL(field)
  url.searchParams.set('origin', location.origin)
  url.searchParams.set('lang', language.slice(0, 2))
  // The page with a design is light, whatever the device is.
  if (document.documentElement.matches('[data-design]')) url.searchParams.set('scheme', 'light')
  else if (matchMedia('(prefers-color-scheme: dark)').matches) url.searchParams.set('scheme', 'dark')
  const element = h('iframe', {
    title,
    src: url.href,
    class: 'card-frame',
    height: '160',
    sandbox: 'allow-scripts allow-same-origin allow-forms',
    referrerpolicy: 'no-referrer',
  })
  let answer = (_: string | undefined | Error) => {}
  // A payer who is faster than the frame gets the answer when the frame listens.
  let listens = () => {}
  const isListening = new Promise<void>((resolve) => {
    listens = resolve
  })
  const silence = setTimeout(() => element.isConnected && onHeard(false), patience_ms)

  const listen = (event: MessageEvent<unknown>) => {
    if (!element.isConnected) return removeEventListener('message', listen)
    if (event.origin !== url.origin || event.source !== element.contentWindow) return
    const message = event.data as { type?: string; token?: unknown; height?: unknown; brand?: unknown }
    if (message.type === 'card:ready') {
      listens()
      clearTimeout(silence)
      onHeard(true)
    }
    if (message.type === 'card:height' && typeof message.height === 'number')
      element.height = String(Math.min(600, Math.max(100, Math.ceil(message.height))))
    if (message.type === 'card:enter') onEnter()
    if (message.type === 'card:brand') onBrand(cardBrands.find((brand) => brand === message.brand))
    if (message.type === 'card:token' && typeof message.token === 'string') answer(message.token)
    if (message.type === 'card:invalid') answer(undefined)
    if (message.type === 'card:failed') answer(new Error('the card field failed'))
  }
  addEventListener('message', listen)

  return {
    element,
    token: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the card field does not answer')), patience_ms)
        answer = (given) => {
          clearTimeout(timer)
          if (given instanceof Error) reject(given)
          else resolve(given)
        }
        void isListening.then(() => element.contentWindow?.postMessage({ type: 'card:submit' }, url.origin))
      }),
  }
}
