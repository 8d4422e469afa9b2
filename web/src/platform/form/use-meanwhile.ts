import type { Endpoint, ReplyOf } from '@kontor/contract/endpoint'
import type { Entity, Row } from '@kontor/contract/entity'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Asked, call } from '../api/api-client.ts'
import { useEntity } from '../api/related.ts'
import { useLabels } from '../value/labels.ts'

/** Of the fields of a form, by their names in the endpoint's body. */
type Values = Record<string, unknown>

/** Reads the values of a form's fields as they are by now. */
export type ReadPresent = () => Promise<Values>

export const presentOf =
  <E extends Endpoint>(endpoint: E, asked: Asked<E>, valuesOf: (reply: ReplyOf<E>) => Values): ReadPresent =>
  async () => {
    // The cast is needed because the answer of an endpoint that is not known yet has no shape.
    const reply = (await call<Endpoint>(endpoint, asked)) as ReplyOf<E>
    return valuesOf(reply)
  }

/** The same of one row, with ids in the place of its relations. */
export const presentRow = <E extends Entity>(entity: E, id: string, valuesOf: (row: Row<E>) => Values): ReadPresent =>
  // The cast is safe: the endpoint is that of the entity.
  presentOf(entityEndpoints<Entity>(entity).get, { params: { id } }, (row) => valuesOf(row as Row<E>))

/**
 * Keeps a form from undoing what somebody else saved since it was opened (docs/adr/0209). What the form would send is looked at
 * once more: a field that is another one by now is shown with a sentence, once, and the next press sends it. Fields that nobody
 * touched take the new value. `begin` gives the values that were seen at first: of a draft, those that it was typed over.
 */
export function useMeanwhile(
  present: ReadPresent | undefined,
  entityName: string | undefined,
  begin: () => Values,
  madeOf: Readonly<Record<string, readonly string[]>> = {},
) {
  const { t } = useTranslation()
  const labels = useLabels()
  const entity = useEntity(entityName)
  const [begun] = useState(begin)
  const seen = useRef(begun)
  const isLooking = useRef(false)
  const [said, setSaid] = useState<Readonly<Record<string, string>>>({})

  const textOf = (name: string, value: unknown): string => {
    const field = entity?.fields[name]
    const isReadable = field !== undefined && ['text', 'choice', 'country'].includes(field.kind)
    return isReadable && typeof value === 'string' && value !== ''
      ? t('form.changed_to', { value: labels.value(name, field, value) })
      : t('form.changed_meanwhile')
  }

  /** Whether there is something that the person has not seen, with the values for fields that they left alone. */
  async function look(values: Values, sent: Values): Promise<{ isUnseen: boolean; taken: Values }> {
    if (!present) return { isUnseen: false, taken: {} }
    // A second press while the first one looks sends nothing.
    if (isLooking.current) return { isUnseen: true, taken: {} }
    isLooking.current = true
    // Without an answer nothing is known, and the command itself will say what is wrong.
    const now = await present().catch((): Values => ({}))
    isLooking.current = false
    const names = namesIn(sent).flatMap((name) => [name, ...(madeOf[name] ?? [])])
    const others = Object.entries(now).filter(
      ([name, value]) => names.includes(name) && !isSame(value, seen.current[name]) && !isSame(value, values[name]),
    )
    const untouched = others.filter(([name]) => isSame(values[name], seen.current[name]))
    seen.current = { ...seen.current, ...now }
    setSaid(Object.fromEntries(others.map(([name, value]) => [name, textOf(name, value)])))
    return { isUnseen: others.length > 0, taken: Object.fromEntries(untouched) }
  }

  return { said, look }
}

/** The fields that are sent, also within a value that is made of several. */
const namesIn = (sent: Values): string[] =>
  Object.entries(sent).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [name],
  )

const isSame = (one: unknown, other: unknown): boolean =>
  isNothing(one) && isNothing(other) ? true : JSON.stringify(one) === JSON.stringify(other)

const isNothing = (value: unknown) => value === '' || value === null || value === undefined
