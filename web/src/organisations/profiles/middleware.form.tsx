import { setPaymentProfileMiddlewareEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { setPaymentProfileMiddlewareSchemas } from '@kontor/contract/organisations/payment-profile.schemas'
import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../platform/api/related.ts'
import { useField } from '../../platform/form/fields.tsx'
import { movedTo } from '../../platform/form/moved-to.ts'
import { OrderStep, useFollowedFocus } from '../../platform/form/order-steps.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { type ChosenMiddleware, MiddlewareLine } from './middleware-line.tsx'
import { NoneLeft } from './none-left.tsx'
import rows from './processor-rows.module.css'
import type { ProfileRow } from './profile-row.ts'

/** The middleware that was seen when the form opened, and the one that is wanted. A draft keeps both. */
interface Wanted {
  seen: readonly string[]
  wanted: readonly string[]
}

const wantedIn = (value: unknown): Wanted => value as Wanted

/** Removes middleware from a payment profile, and changes its order. */
export function EditMiddleware({ row, onClose }: { row: ProfileRow; onClose: () => void }) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [known] = useState(row.middleware)
  const seen = known.map(idOf)
  return (
    <RecordForm
      endpoint={setPaymentProfileMiddlewareEndpoint}
      body={setPaymentProfileMiddlewareSchemas.body}
      params={{ id: row.id }}
      title={t('profiles.middleware_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ middleware: { seen, wanted: seen } satisfies Wanted }}
      bodyOf={(values) => {
        const order = wantedIn(values['middleware'])
        return { middleware: order.wanted, seen: order.seen }
      }}
      onDone={({ name }) => notify({ color: 'green', message: t('profiles.middleware_saved', { name: String(name) }) })}
    >
      <OrderField known={known} />
    </RecordForm>
  )
}

function OrderField({ known }: { known: readonly ChosenMiddleware[] }) {
  const { t } = useTranslation()
  const { value, set, input } = useField({ name: 'middleware' })
  const isOff = input.readOnly
  const { seen, wanted } = wantedIn(value)
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
        {t('profiles.middleware_order_text')}
      </Text>
      {wanted.length === 0 ? (
        <NoneLeft takesFocus={said !== ''}>{t('profiles.no_middleware')}</NoneLeft>
      ) : (
        <ol className={rows.rows} aria-label={t('profiles.tab_middleware')}>
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
              <MiddlewareLine of={known.find((each) => idOf(each) === id) ?? id} />
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
      {input.error && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {input.error}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}
