import type { CheckoutOrder, CheckoutView } from '@kontor/contract/checkout/checkout.schemas'
import type { Language } from '@kontor/contract/identity/session'
import type { Child } from './dom.ts'
import type { Say } from './texts.ts'

/** What every part of the page is drawn with. */
export interface Page {
  view: CheckoutView
  say: Say
  language: Language
  /** The locale in which amounts are written, and read. */
  numbers: string
  /** Shown to whoever designs the page: nothing can be typed or paid. */
  isSample?: boolean
  /** Said above the form: why what was tried did not work. */
  problem: string | undefined
  pay(order: Omit<CheckoutOrder, 'attempt'>): Promise<void>
  /** Another payment by the same payer. */
  startAgain(): void
}

export interface Part {
  /** In the title of the window. */
  title: string
  content: readonly Child[]
}
