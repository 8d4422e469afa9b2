/**
 * This script runs in the frame. The surrounding page asks for a token and never sees a number: messages are sent to
 * that page's origin, and only messages of that origin are read.
 */
export const cardFieldScript = `
'use strict'
const { origin } = document.body.dataset
const form = document.querySelector('form')
const fields = ['number', 'expiry', 'cvc'].map((name) => form.elements[name])
const tell = (message) => parent.postMessage(message, origin)

function digits(text, most) { return text.replace(/\\D/g, '').slice(0, most) }
form.elements.number.addEventListener('input', ({ target }) => {
  if (target.selectionStart === target.value.length) target.value = digits(target.value, 19).replace(/(.{4})(?=.)/g, '$1 ')
})
form.elements.expiry.addEventListener('input', ({ target, inputType }) => {
  const typed = digits(target.value, 4)
  if (inputType !== 'deleteContentBackward' && typed.length >= 2) target.value = typed.slice(0, 2) + '/' + typed.slice(2)
})
for (const field of fields) field.addEventListener('input', () => say(field, ''))
const brands = [['visa', /^4/], ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/], ['amex', /^3[47]/], ['maestro', /^(50|5[6-8]|6)/]]
let brand
form.elements.number.addEventListener('input', ({ target }) => {
  const number = digits(target.value, 19)
  const found = (brands.find(([, starts]) => starts.test(number)) || [null])[0]
  if (found !== brand) tell({ type: 'card:brand', brand: found })
  brand = found
})

function say(field, text) {
  const place = document.getElementById(field.name + '-error')
  place.textContent = text
  if (text) field.setAttribute('aria-invalid', 'true')
  else field.removeAttribute('aria-invalid')
}

async function submit() {
  const body = Object.fromEntries(fields.map((field) => [field.name, field.value]))
  try {
    const response = await fetch('/cards', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const answer = await response.json()
    if (response.ok) return tell({ type: 'card:token', token: answer.token })
    for (const field of fields) say(field, form.dataset[answer.problems && answer.problems[field.name]] || '')
    const first = fields.find((field) => field.hasAttribute('aria-invalid'))
    if (first) first.focus()
    tell({ type: first ? 'card:invalid' : 'card:failed' })
  } catch { tell({ type: 'card:failed' }) }
}

form.addEventListener('submit', (event) => event.preventDefault())
// A form of several fields and no button sends nothing by itself.
form.addEventListener('keydown', (event) => { if (event.key === 'Enter') tell({ type: 'card:enter' }) })
addEventListener('message', (event) => {
  if (event.origin === origin && event.source === parent && event.data && event.data.type === 'card:submit') submit()
})
new ResizeObserver(() => tell({ type: 'card:height', height: document.documentElement.offsetHeight })).observe(document.body)
tell({ type: 'card:ready' })
`
