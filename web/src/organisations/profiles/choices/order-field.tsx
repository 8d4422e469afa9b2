import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type ComponentType, type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf, type Related } from '../../../platform/api/related.ts'
import { useField } from '../../../platform/form/fields.tsx'
import { movedTo } from '../../../platform/form/moved-to.ts'
import { OrderStep, useFollowedFocus } from '../../../platform/form/order-steps.tsx'
import rows from './chosen-rows.module.css'
import { NoneLeft } from './none-left.tsx'

/** The ids that were seen when the form opened, and those that are wanted. A draft keeps both. */
interface Order {
  seen: readonly string[]
  wanted: readonly string[]
}

/** The value with which the field begins. */
export function orderOf(known: readonly Related<{ id: string }>[]): Order {
  const seen = known.map(idOf)
  return { seen, wanted: seen }
}

// The form keeps values of unknown type; this field alone writes this one.
export const orderIn = (value: unknown): Order => value as Order

interface OrderFieldProps<C> {
  /** The field's name in the body. */
  name: string
  /** What the profile chose when the form opened. */
  known: readonly Related<C>[]
  line: ComponentType<{ of: Related<C> }>
  title: string
  text: string
  /** The sentence in place of the list when nothing is left. */
  none: string
  /** What the wanted list would change, for people to read before they save. */
  effect?: (wanted: readonly string[]) => ReactNode
}

/** The list of what a payment profile chose: its rows are moved and removed. */
export function OrderField<C extends { id: string; name: string }>(props: OrderFieldProps<C>) {
  const { name, known, line: Line, title, text, none, effect } = props
  const { t } = useTranslation()
  const { value, set, input } = useField({ name })
  const isOff = input.readOnly
  const { seen, wanted } = orderIn(value)
  const { place, follow } = useFollowedFocus()
  const [said, say] = useState('')
  const [dragged, setDragged] = useState<string>()
  const nameOf = (id: string) => {
    const found = known.find((each) => idOf(each) === id)
    return typeof found === 'object' ? found.name : `…${id.slice(-8)}`
  }
  const change = (ids: readonly string[]) => set({ seen, wanted: ids })
  const move = (id: string, to: number, step: string) => {
    change(movedTo(wanted, id, to))
    say(t('designs.moved', { name: nameOf(id), place: to + 1, count: wanted.length }))
    follow(id, step)
  }
  const remove = (id: string, at: number) => {
    const others = wanted.filter((each) => each !== id)
    change(others)
    say(t('profiles.removed', { name: nameOf(id) }))
    const next = others[Math.min(at, others.length - 1)]
    if (next) follow(next, 'toggle')
  }
  const drop = (at: number) => (event: DragEvent) => {
    event.preventDefault()
    if (dragged) move(dragged, at, 'up')
  }
  return (
    <div ref={place}>
      <Text size="sm" mb="xs">
        {text}
      </Text>
      {wanted.length === 0 ? (
        <NoneLeft takesFocus={said !== ''}>{none}</NoneLeft>
      ) : (
        <ol className={rows.rows} aria-label={title}>
          {wanted.map((id, at) => (
            <li
              key={id}
              data-ordered={id}
              data-dragged={dragged === id || undefined}
              draggable={!isOff}
              onDragStart={() => setDragged(id)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={drop(at)}
            >
              <IconGripVertical size={16} aria-hidden="true" className={rows.grip} />
              <Line of={known.find((each) => idOf(each) === id) ?? id} />
              <OrderStep
                name="up"
                label={t('designs.up', { name: nameOf(id) })}
                disabled={isOff || at === 0}
                onClick={() => move(id, at - 1, 'up')}
              />
              <OrderStep
                name="down"
                label={t('designs.down', { name: nameOf(id) })}
                disabled={isOff || at === wanted.length - 1}
                onClick={() => move(id, at + 1, 'down')}
              />
              <ActionIcon
                size={28}
                aria-label={t('profiles.remove', { name: nameOf(id) })}
                title={t('profiles.remove', { name: nameOf(id) })}
                disabled={isOff}
                data-do="toggle"
                onClick={() => remove(id, at)}
              >
                <IconTrash size={16} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ol>
      )}
      {effect && <div role="status">{effect(wanted)}</div>}
      {input.error && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {input.error}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}
