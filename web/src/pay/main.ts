import './pay.css'
import type { CheckoutOrder, CheckoutView } from '@kontor/contract/checkout/checkout.schemas'
import { localeOf } from '@kontor/contract/checkout/checkout-design.rules'
import type { Language } from '@kontor/contract/identity/session'
import { v4 } from 'uuid'
import { forgetAttempt, isConnected, keepAttempt, lastAttempt, look, open, pay, Refused } from './calls.ts'
import { type Child, h } from './dom.ts'
import { draw } from './draw.ts'
import { outcome } from './outcome.ts'
import type { Page, Part } from './page.ts'
import { firstPause_ms, longerPause } from './pauses.ts'
import { payForm } from './pay-form.ts'
import { summary } from './summary.ts'
import { chooseLanguage, chosenLanguage, type Say, textsIn, textsOfTrouble } from './texts.ts'

const place = document.getElementById('page') ?? document.body

let view: CheckoutView | undefined
let shown = ''
let timer: ReturnType<typeof setTimeout> | undefined
/** An order that was sent and not answered. It is sent again unchanged, so that nothing is paid twice. */
let unanswered: CheckoutOrder | undefined

const languageNow = (): Language => ownChoice() ?? view?.language ?? (/^nl/.test(navigator.language) ? 'nl' : 'en-US')

/** A page without the choice of language ignores a choice made on another page. */
const mayChooseLanguage = () => view?.design?.show_language_switch !== false
const ownChoice = () => (mayChooseLanguage() ? chosenLanguage() : undefined)

/** The server has the state of the payment. The page always asks for it and shows the answer. */
async function refresh(ask: () => Promise<CheckoutView>, problem?: string): Promise<void> {
  try {
    await show(await ask(), problem)
  } catch (error) {
    await showTrouble(error)
  }
}

async function show(next: CheckoutView, problem?: string): Promise<void> {
  view = next
  const language = ownChoice() ?? next.language
  const numbers = next.design ? localeOf(next.design.number_format) : language
  const say = await textsIn(language)
  const page: Page = {
    ...{ view, say, language, numbers, problem: problem ?? failureOf(next, say) },
    ...{ pay: send, isConnected, startAgain },
  }
  const takesPayment = next.state === 'open' && (next.payment === null || next.payment.status === 'failed')
  // An unchanged page is not drawn again, because the payer may be typing in it. The card fields have a new address at
  // every look, and the old one is as good.
  const fingerprint = JSON.stringify([{ ...next, card_field: next.card_field !== null }, page.problem, language])
  if (fingerprint !== shown) drawWith(takesPayment ? payForm(page) : outcome(page), summary(page), say, language)
  shown = fingerprint
  followUp(next)
}

const failureOf = ({ payment }: CheckoutView, say: Say) =>
  payment?.status === 'failed' ? say(`failed.${payment.reason ?? 'declined'}`) : undefined

function drawWith(part: Part, head: readonly Child[], say: Say, language: Language): void {
  document.documentElement.lang = language
  document.title = view ? `${part.title} – ${view.shop.name}` : part.title
  draw(place, part, head, [h('span', {}, say('by')), mayChooseLanguage() && languageButton(language)])
  place.querySelector('h1')?.focus()
}

function languageButton(language: Language) {
  const other: Language = language === 'nl' ? 'en-US' : 'nl'
  const onclick = () => {
    chooseLanguage(other)
    const shownView = view
    void refresh(shownView ? async () => shownView : open)
  }
  return h(
    'button',
    { type: 'button', class: 'plain', lang: other.slice(0, 2), onclick },
    other === 'nl' ? 'Nederlands' : 'English',
  )
}

async function send(order: Omit<CheckoutOrder, 'attempt' | 'browser'>): Promise<void> {
  // The order from before a reload may have arrived by now: then its payment is shown, and nothing is paid again.
  const arrived = lastAttempt() && !view?.payment ? await look().catch(() => undefined) : undefined
  if (arrived?.payment && arrived.payment.status !== 'failed') return show(arrived)
  const sent = { ...order, attempt: v4(), browser: thisBrowser() }
  keepAttempt(sent.attempt)
  unanswered = sent
  await sendAgain()
}

/** What 3-D Secure asks of the browser. Screens may be scaled to fractions of a pixel. */
const thisBrowser = (): CheckoutOrder['browser'] => ({
  language: navigator.language.slice(0, 35),
  color_depth: screen.colorDepth,
  screen_height: Math.round(screen.height),
  screen_width: Math.round(screen.width),
  time_zone_offset: new Date().getTimezoneOffset(),
  // No browser runs Java any more.
  java_enabled: false,
})

async function sendAgain(): Promise<void> {
  const order = unanswered
  if (!order) return
  try {
    const next = await pay(order)
    unanswered = undefined
    const way = next.payment?.status === 'action' ? next.payment.redirect_url : null
    if (way) return location.assign(way)
    await show(next)
  } catch (error) {
    if (!(error instanceof Refused)) return showTrouble(error)
    unanswered = undefined
    const say = await textsIn(languageNow())
    // Another payer was faster, or the link is over: the present state tells more than the refusal.
    await refresh(look, say([`refused.${error.code}`, 'refused.invalid_request']))
  }
}

function startAgain(): void {
  forgetAttempt()
  void refresh(look)
}

/** Asks for a payment under way, at growing intervals; at once when the payer returns to the tab. */
function followUp({ payment }: CheckoutView): void {
  clearTimeout(timer)
  const isUnderWay = payment?.status === 'processing' || payment?.status === 'action'
  if (isUnderWay) wait(firstPause_ms)
}

function wait(pause: number): void {
  timer = setTimeout(async () => {
    const before = shown
    const next = await look().catch(() => undefined)
    if (next) await show(next)
    if (shown === before) {
      clearTimeout(timer)
      wait(longerPause(pause))
    }
  }, pause)
}

async function showTrouble(error: unknown): Promise<void> {
  const fetched = await textsIn(languageNow()).catch(() => undefined)
  const say = fetched ?? textsOfTrouble(languageNow())
  // Without any texts, the network is the trouble, whatever was refused before.
  const code = fetched && error instanceof Refused ? error.code : undefined
  const isUnknown = code === 'not_found'
  const name = isUnknown ? 'unknown' : code === 'too_many_attempts' ? 'too_many' : 'network'
  const again = () => void (unanswered ? sendAgain() : refresh(open))
  const part: Part = {
    title: say(`${name}.title`),
    content: [
      h('span', { class: 'sign stop', 'aria-hidden': 'true' }),
      h('h1', { tabindex: '-1' }, say(`${name}.title`)),
      h('p', {}, say(unanswered ? 'network.unanswered' : `${name}.text`)),
      isUnknown ? null : h('button', { type: 'button', onclick: again }, say('again')),
    ],
  }
  shown = ''
  drawWith(part, [], say, languageNow())
}

// The back button may show a cached page from before the payment.
addEventListener('pageshow', (event) => {
  if (event.persisted) void refresh(look)
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && view?.payment && lastAttempt()) void refresh(look)
})
void refresh(open)
