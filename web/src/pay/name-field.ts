import { h } from './dom.ts'
import type { Page } from './page.ts'

/** The field for the holder of the account from which is paid. */
export function nameField({ say }: Page) {
  const error = h('p', { class: 'error', id: 'payer-name-error', role: 'alert' })
  const value = () => input.value.trim()
  const tell = () => {
    error.textContent = value() ? '' : say('form.payer_name_required')
    if (error.textContent) input.setAttribute('aria-invalid', 'true')
    else input.removeAttribute('aria-invalid')
  }
  const input = h('input', {
    id: 'payer-name',
    autocomplete: 'name',
    'aria-describedby': 'payer-name-error',
    required: true,
    maxlength: '100',
    oninput: () => {
      if (input.hasAttribute('aria-invalid')) tell()
    },
  })
  const element = h('div', { class: 'field' }, h('label', { for: 'payer-name' }, say('form.payer_name')), input, error)
  const isRefused = () => {
    tell()
    if (error.textContent) input.focus()
    return Boolean(error.textContent)
  }
  return { element, value, isRefused }
}
