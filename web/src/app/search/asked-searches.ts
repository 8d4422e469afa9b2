import type { Entity } from '@kontor/contract/entity'
import { isUuid } from '@kontor/contract/uuid'

/** The most searches of one entity for one text. */
const most = 3

/** The searches of an entity that a typed text may be meant for: an id, an e-mail address, a number, or a name. */
export function askedSearches(entity: Entity, text: string): string[] {
  const isId = (name: string) => entity.fields[name]?.kind === 'id'
  if (isUuid(text)) return entity.find.filter(isId)
  const texts = entity.find.filter((name) => !isId(name))
  if (text.includes('@')) return texts.filter((name) => name === mail)
  const words = texts.filter((name) => name !== mail && entity.search[name] === 'contains')
  const numbers = texts.filter((name) => entity.search[name] !== 'contains')
  // Numbers have no spaces; a word with a digit may be a name as well.
  if (/\s/.test(text) || !/[\d\-_/.#]/.test(text)) return words.slice(0, most)
  return [...numbers, ...words.filter((name) => numbers.length === 0 || name === 'name')].slice(0, most)
}

const mail = 'email_address'
