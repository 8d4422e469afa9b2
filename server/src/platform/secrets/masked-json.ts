import { isPlain, maskedPair, maskedValue, withoutLeaves } from './mask.ts'
import { mask, maskedForms } from './secret-forms.ts'

/** The most characters of one text. */
const longestText = 4_000
const deepest = 40

/**
 * The JSON of a value with masks in the place of secrets, personal data and card numbers. It is walked as an object, and no
 * further than about `most` characters: what is left out is counted in its place.
 */
export const maskedJson = (value: unknown, most: number): string =>
  JSON.stringify(maskedValue(withoutCredentials(beginningOf(value, { left: most }, 0)), 0)) ?? 'null'

/** The same with a mask in the place of every text and number: only the names stay. */
export const namesAlone = (value: unknown, most: number): string =>
  JSON.stringify(withoutLeaves(beginningOf(value, { left: most }, 0), 0)) ?? 'null'

/** Masks the values of a query by their names and forms. */
export const maskedQuery = (query: string): string =>
  query
    .split('&')
    .map((pair) => maskedPair(pair, 0))
    .join('&')

interface Room {
  left: number
}

/** A copy of the beginning of a value, as JSON has it. */
function beginningOf(value: unknown, room: Room, depth: number): unknown {
  room.left -= 4
  if (typeof value === 'string') return beginningOfText(value, room)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value)) return `… ${value.byteLength} bytes`
  if (depth > deepest) return '…'
  if ('toJSON' in value && typeof value.toJSON === 'function') return beginningOf(value.toJSON(), room, depth + 1)
  return Array.isArray(value) ? beginningOfList(value, room, depth) : beginningOfObject(value, room, depth)
}

function beginningOfList(list: readonly unknown[], room: Room, depth: number): unknown[] {
  const begun: unknown[] = []
  for (const each of list) {
    if (room.left <= 0) return [...begun, `… ${list.length - begun.length} more`]
    begun.push(beginningOf(each, room, depth + 1))
  }
  return begun
}

function beginningOfObject(value: object, room: Room, depth: number): object {
  const begun: [string, unknown][] = []
  const entries = Object.entries(withoutCredential(value))
  for (const [name, each] of entries) {
    if (room.left <= 0) return Object.fromEntries([...begun, ['…', `${entries.length - begun.length} more`]])
    room.left -= name.length
    begun.push([name.slice(0, 200), beginningOf(each, room, depth + 1)])
  }
  return Object.fromEntries(begun)
}

/**
 * A text is cut where no secret goes on: half of one is recognized by nothing. Of JSON inside of a text nothing is kept, because
 * its names would be lost.
 */
function beginningOfText(text: string, room: Room): string {
  const storable = text.toWellFormed().replaceAll('\0', '')
  if (storable.length <= longestText) {
    room.left -= storable.length
    return storable
  }
  room.left -= longestText
  const isJson = /^\s{0,50}[{["]/.test(storable)
  const end = isJson ? 0 : endOfWords(storable)
  return `${storable.slice(0, end)}… ${storable.length - end} characters more`
}

const longestSecret = 400

/** The last place before the cut that lies between two words or groups of digits; 0: there is none. */
function endOfWords(text: string): number {
  let end = longestText
  while (end > longestText - longestSecret && /[\w .@%+/=:"-]/.test(text[end - 1] ?? '')) end -= 1
  return end > longestText - longestSecret ? end : 0
}

/** `details` of a credential are pairs of a name and a value, all values of them secret. */
function withoutCredentials(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return 'details' in value && Array.isArray(value.details)
    ? { ...value, details: value.details.map(withoutValue) }
    : value
}

/** A program may send such pairs in the wrong place, so their texts are masked wherever they are. */
const withoutCredential = (pair: object): object =>
  'name' in pair && 'value' in pair && typeof pair.value !== 'number' ? (withoutValue(pair) as object) : pair

/** A condition has an operator as well. */
const withoutValue = (detail: unknown): unknown =>
  typeof detail === 'object' && detail !== null && 'value' in detail && !('operator' in detail)
    ? { ...detail, ...('name' in detail && !isFieldName(detail.name) ? { name: mask } : {}), value: mask }
    : detail

/** False for a value that was typed in the place of a name. */
const isFieldName = (name: unknown): boolean => typeof name === 'string' && /^[a-z]+(_[a-z]+){0,5}$/.test(name)

/** The value of a header or another single line. */
export const maskedLine = (line: string, most: number): string =>
  isPlain(line)
    ? line.slice(0, most)
    : maskedForms(line.slice(0, 1_000).toWellFormed().replaceAll('\0', '')).slice(0, most)
