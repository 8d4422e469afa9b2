import type { CheckoutOrder, CheckoutView } from '@kontor/contract/checkout/checkout.schemas'
import type { Language } from '@kontor/contract/identity/session'
import type { Child } from './dom.ts'
import type { Say } from './texts.ts'

/** The values that every part of the page is drawn with. */
export interface Page {
  view: CheckoutView
  say: Say
  language: Language
  /** The locale for writing and reading amounts. */
  numbers: string
  /** True in the preview of a design: nothing can be typed or paid. */
  isSample?: boolean
  /** The reason why the last try failed, shown above the form. */
  problem: string | undefined
  pay(order: Omit<CheckoutOrder, 'attempt' | 'browser'>): Promise<void>
  /** False while our own server cannot be reached. */
  isConnected(): Promise<boolean>
  /** Begins another payment by the same payer. */
  startAgain(): void
}

export interface Part {
  /** The part's text in the window title. */
  title: string
  content: readonly Child[]
}
