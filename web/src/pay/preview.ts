import './pay.css'
import type { CheckoutView } from '@kontor/contract/checkout/checkout.schemas'
import { localeOf } from '@kontor/contract/checkout/checkout-design.rules'
import { h } from './dom.ts'
import { draw } from './draw.ts'
import { payForm } from './pay-form.ts'
import type { Sample } from './sample.ts'
import { summary } from './summary.ts'
import { textsIn } from './texts.ts'

/** The page as a design would draw it. The surrounding form sends its content. */
const place = document.getElementById('page') ?? document.body
const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

addEventListener('message', ({ origin, source, data }: MessageEvent<unknown>) => {
  if (origin !== location.origin || source !== parent) return
  // The cast is safe: only our design form sends messages from this origin, and it sends samples.
  void show(data as Sample)
})
parent.postMessage('ready', location.origin)

async function show({ stylesheet, language, shop, look, products }: Sample): Promise<void> {
  const say = await textsIn(language)
  sheet.replaceSync(stylesheet)
  const view: CheckoutView = {
    ...{ kind: 'payment_link', state: 'open', shop: { name: shop, website: null, legal_name: null } },
    ...{ amount: 12_550, minimum_amount: null, maximum_amount: null, currency_code: 'EUR' },
    ...{ reference: say('sample.reference'), description: say('sample.description'), language, expires_at: null },
    ...{
      products: [...products],
      asks: [],
      by_mandate: ['sepa_debit'],
      card_field: null,
      return_url: null,
      repeatable: false,
      design: look,
      payment: null,
      subscription: null,
    },
  }
  const page = {
    ...{ view, say, language, numbers: localeOf(look.number_format), problem: undefined, isSample: true },
    pay: async () => {},
    isConnected: async () => true,
    startAgain: () => {},
  }
  document.documentElement.lang = language
  const other = h('button', { type: 'button', class: 'plain' }, language === 'nl' ? 'English' : 'Nederlands')
  draw(place, payForm(page), summary(page), [h('span', {}, say('by')), look.show_language_switch && other])
}
