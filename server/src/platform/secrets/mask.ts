import { isCanonicalUuid } from '@kontor/contract/uuid'
import { decoded, mask, maskedForms, withoutCardNumbers } from './secret-forms.ts'
import { isKeptBelow, isSecret, isSecretBelow, isSimple } from './secret-keys.ts'

const longest = 10_000
const deepest = 50
/** A text in a text counts as several, because each is read as a whole. */
const ofText = 10

/**
 * Masks a body that went to or came from outside, of any form: it stays readable, without secrets, personal data and card
 * numbers. It is masked as a whole and then cut.
 */
export const maskedBody = (body: string): string => maskedText(body).slice(0, longest)

/** The same, without what PostgreSQL cannot store: such a character must not keep an outcome from being written. */
export const storableBody = (body: string): string | null =>
  maskedBody(body.toWellFormed().replaceAll('\0', '')) || null

/** Masks an address. A word after `/mandates/` or a similar word is one of those that charge somebody. */
export function maskedUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  const words = path.split('/')
  const masked = words.map((word, at) => (word && at > 2 && isSecret(words[at - 1] ?? '') ? mask : word)).join('/')
  return maskedForms([masked, ...query].join('?')).slice(0, longest)
}

/** `depth` counts what is around it. */
function maskedText(text: string, depth = 0): string {
  if (depth > deepest) return mask
  const json = /^\s*[{[]/.test(text) ? parsed(text) : undefined
  if (json !== undefined) return JSON.stringify(maskedValue(json, depth))
  if (isForm(text))
    return text
      .split('&')
      .map((pair) => maskedPair(pair, depth))
      .join('&')
  return maskedForms(withoutQuotedSecrets(text))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Masks a value of JSON by its names and by what is recognized in its texts. `depth` counts what is around it. */
export function maskedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return isPlain(value) ? value : maskedText(value, depth + ofText)
  if (typeof value === 'number') return maskedNumber(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return mask
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [maskedName(name), maskedUnder(name, each, depth + 1)]),
  )
}

/** Ids, instants and plain words, of which answers are full: nothing that `maskedText` looks for has their form. */
export const isPlain = (text: string): boolean =>
  (text.length <= 60 && /^[A-Za-z ,.;*/-]*$/.test(text) && !/bearer|basic/i.test(text)) ||
  (text.length === 36 && isCanonicalUuid(text)) ||
  (text.length === 24 && /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(text))

const maskedName = (name: string): string => (isSimple(name) ? name : maskedForms(name))

function maskedNumber(value: number): unknown {
  const written = String(value)
  const masked = withoutCardNumbers(written)
  return masked === written ? value : masked
}

function maskedUnder(name: string, value: unknown, depth: number): unknown {
  if (isSecretBelow(name)) return withoutLeaves(value, depth)
  if (name === 'action') return maskedAction(value, depth)
  // A customer in the place of its id, as `_populate` puts it. A text is the id, which says nothing of the person.
  if (name === 'customer' && !isLeaf(value)) return withoutLeaves(value, depth)
  return isSecret(name) ? withoutOwnLeaves(value, depth) : maskedValue(value, depth)
}

/** The fields of an action are those of a form with which somebody goes on in the payer's place. */
function maskedAction(value: unknown, depth: number): unknown {
  const masked = maskedValue(value, depth)
  if (typeof masked !== 'object' || masked === null || !('data' in masked)) return masked
  return { ...masked, data: withoutLeaves(masked.data, depth + 1) }
}

const isLeaf = (value: unknown) => typeof value === 'string' || typeof value === 'number'

function withoutOwnLeaves(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutOwnLeaves(each, depth + 1))
  return isLeaf(value) ? mask : maskedValue(value, depth)
}

/** The same value with a mask in the place of every text and number. */
export function withoutLeaves(value: unknown, depth: number): unknown {
  if (isLeaf(value) || depth > deepest) return mask
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => withoutLeaves(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      maskedName(name),
      isKeptBelow(name) && isLeaf(each) ? maskedValue(each, depth) : withoutLeaves(each, depth + 1),
    ]),
  )
}

/** A body of the type application/x-www-form-urlencoded, also one with nested names (`card[number]=…`). */
const isForm = (text: string) => text.includes('=') && /^[^\s"<>{}=&?/]{1,300}=[^\s"<>{}]*$/.test(text)

/** A pair of a form or a query. */
export function maskedPair(pair: string, depth: number): string {
  const at = pair.indexOf('=')
  if (at < 0) return maskedForms(pair)
  const [name, value] = [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
  const masked =
    isSecret(name) || namesOf(name).some(isSecretBelow) ? maskedSecret(name, value) : maskedText(value, depth + ofText)
  return `${encoded(name, maskedForms(name), pair.slice(0, at))}=${encoded(value, masked, pair.slice(at + 1))}`
}

const namesOf = (name: string): string[] =>
  name
    .slice(0, 300)
    .split(/[.[\]]+/)
    .slice(0, 20)

function maskedSecret(name: string, value: string): string {
  if (value === '' || isKeptBelow(name) || value === 'true' || value === 'false') return value
  // A number that is a card's and nothing else keeps its first six and last four digits.
  const withoutNumber = withoutCardNumbers(value)
  return /^[\d •-]+$/.test(withoutNumber) && withoutNumber !== value ? withoutNumber : mask
}

/** What was not masked stays as it was written. Mask signs stay readable. */
const encoded = (before: string, after: string, written: string): string =>
  before === after ? written : encodeURIComponent(after.toWellFormed()).replaceAll('%E2%80%A2', '•')

/** The name of a value in JSON that was cut off, or is part of a text. In JSON inside of a text its quotes have backslashes. */
const quotedName = /(\\{0,63})"([^"\\]{1,100})\1"\s{0,20}:\s{0,20}(?:\1"|(?=[-\d]))/g

function withoutQuotedSecrets(text: string): string {
  let masked = ''
  let kept = 0
  quotedName.lastIndex = 0
  for (let found = quotedName.exec(text); found; found = quotedName.exec(text)) {
    const [whole, backslashes = '', name = ''] = found
    if (!isSecret(name)) continue
    const begin = found.index + whole.length
    const end = whole.endsWith('"') ? endOfQuoted(text, begin, backslashes.length) : endOfNumber(text, begin)
    masked += text.slice(kept, begin) + mask
    kept = end
    quotedName.lastIndex = end
  }
  return masked + text.slice(kept)
}

/** The place of the closing quote. A quote inside of the value has more backslashes. */
function endOfQuoted(text: string, begin: number, backslashes: number): number {
  for (let at = text.indexOf('"', begin); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = 0
    while (at - before > begin && text[at - before - 1] === '\\') before += 1
    if (before <= backslashes) return at - before
  }
  return text.length
}

function endOfNumber(text: string, begin: number): number {
  let end = begin
  while (/[-+.\deE]/.test(text[end] ?? '')) end += 1
  return end
}
