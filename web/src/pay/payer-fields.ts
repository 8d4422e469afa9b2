import { type PayerField, payerFields } from '@kontor/contract/checkout/checkout.rules'
import { h } from './dom.ts'
import type { Page } from './page.ts'

/** The fields that some products want of their payer beside a card. What is typed stays when he chooses another product. */
export function payerFieldsOf(page: Page) {
  const made = new Map(payerFields.map((name) => [name, fieldOf(page, name)]))
  const askedFor = (product: string) => {
    const fields = page.view.asks.find(({ payment_product }) => payment_product === product)?.fields ?? []
    return fields.flatMap((name) => made.get(name) ?? [])
  }
  return {
    asks: (product: string, name: PayerField) => askedFor(product).some((field) => field.name === name),
    elements: (product: string) => askedFor(product).map(({ element }) => element),
    /** All are told, and the first that is wrong has the focus. */
    isRefused: (product: string) => {
      const wrong = askedFor(product).filter((field) => field.isRefused())
      wrong[0]?.focus()
      return wrong.length > 0
    },
    values: (product: string): Partial<Record<PayerField, string>> =>
      Object.fromEntries(askedFor(product).map(({ name, value }) => [name, value()])),
  }
}

interface Kind {
  autocomplete: string
  inputmode: string
  maxlength: string
  /** What counts of what is typed. */
  read(typed: string): string
  isRight(value: string): boolean
}

const kinds: Readonly<Record<PayerField, Kind>> = {
  payer_name: {
    ...{ autocomplete: 'name', inputmode: 'text', maxlength: '100' },
    read: (typed) => typed.trim(),
    isRight: (value) => value !== '',
  },
  payer_email: {
    ...{ autocomplete: 'email', inputmode: 'email', maxlength: '254' },
    read: (typed) => typed.trim(),
    isRight: (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
  },
  iban: {
    ...{ autocomplete: 'off', inputmode: 'text', maxlength: '60' },
    read: (typed) => typed.replaceAll(/[\s.-]/g, '').toUpperCase(),
    isRight: isIban,
  },
  blik_code: {
    ...{ autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: '11' },
    read: (typed) => typed.replaceAll(/[\s-]/g, ''),
    isRight: (value) => /^\d{6}$/.test(value),
  },
}

/** Form and check digits (ISO 13616): a mistyped one is found here. The server knows the lengths of each country. */
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(value)) return false
  const digits = `${value.slice(4)}${value.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(Number.parseInt(letter, 36)),
  )
  return BigInt(digits) % 97n === 1n
}

function fieldOf({ say }: Page, name: PayerField) {
  const { read, isRight, ...attributes } = kinds[name]
  const id = name.replace('_', '-')
  const error = h('p', { class: 'error', id: `${id}-error`, role: 'alert' })
  const value = () => read(input.value)
  const tell = () => {
    error.textContent = isRight(value()) ? '' : say(`form.${name}_required`)
    if (error.textContent) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  const input = h('input', {
    ...{ id, ...attributes, 'aria-describedby': `${id}-error`, required: true },
    oninput: () => {
      if (input.hasAttribute('aria-invalid')) tell()
    },
  })
  const element = h('div', { class: 'field' }, h('label', { for: id }, say(`form.${name}`)), input, error)
  const isRefused = () => {
    tell()
    return Boolean(error.textContent)
  }
  return { name, element, value, isRefused, focus: () => input.focus() }
}
