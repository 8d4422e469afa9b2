import { setPaymentProfileProcessorsEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { setPaymentProfileProcessorsSchemas } from '@kontor/contract/organisations/payment-profile.schemas'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import { ActionIcon, Alert, Text, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf, type Related } from '../../platform/api/related.ts'
import { useField } from '../../platform/form/fields.tsx'
import { movedTo } from '../../platform/form/moved-to.ts'
import { OrderStep, useFollowedFocus } from '../../platform/form/order-steps.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { useGateways } from '../../platform/value/use-gateways.tsx'
import { lostProducts } from './lost-products.ts'
import { NoneLeft } from './none-left.tsx'
import { factsIn, ProcessorLine } from './processor-line.tsx'
import rows from './processor-rows.module.css'
import type { ProfileRow } from './profile-row.ts'

/** The processors that were seen when the form opened, and those that are wanted. A draft keeps both. */
interface Wanted {
  seen: readonly string[]
  wanted: readonly string[]
}

/** Removes processors from a payment profile, and changes their order. */
export function EditProcessors({ row, onClose }: { row: ProfileRow; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  // The row may be read again while the form is open.
  const [known] = useState(row.processors)
  const seen = known.map(idOf)
  return (
    <RecordForm
      endpoint={setPaymentProfileProcessorsEndpoint}
      body={setPaymentProfileProcessorsSchemas.body}
      params={{ id: row.id }}
      title={t('profiles.processors_title', { name: row.name })}
      // The button says what stops: the sentence about it may be out of sight below a long list.
      verb={({ values }) => {
        const lost = lostProducts(known, wantedIn(values['processors']).wanted)
        const list = lost.map((product) => labels.value('payment_product', undefined, product)).join(', ')
        // A processor that this person does not see may take them.
        return lost.length === 0 || keepsUnseen(known, wantedIn(values['processors']).wanted)
          ? t('action.save')
          : t('profiles.save_without', { count: lost.length, list })
      }}
      opened
      onClose={onClose}
      initial={{ processors: { seen, wanted: seen } satisfies Wanted }}
      bodyOf={(values) => {
        const order = wantedIn(values['processors'])
        return { processors: order.wanted, seen: order.seen }
      }}
      onDone={({ name }) => notify({ color: 'green', message: t('profiles.processors_saved', { name: String(name) }) })}
    >
      <OrderField known={known} />
    </RecordForm>
  )
}

const keepsUnseen = (known: readonly Related<Processor>[], kept: readonly string[]): boolean =>
  known.some((each) => typeof each === 'string' && kept.includes(each))

const wantedIn = (value: unknown): Wanted => value as Wanted

function OrderField({ known }: { known: readonly Related<Processor>[] }) {
  const { t } = useTranslation()
  const { value, set, input } = useField({ name: 'processors' })
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
        {t('profiles.order_text')}
      </Text>
      {wanted.length === 0 ? (
        <NoneLeft takesFocus={said !== ''}>{t('profiles.no_processors')}</NoneLeft>
      ) : (
        <ol className={rows.rows} aria-label={t('profiles.tab_processors')}>
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
              <ProcessorLine of={known.find((each) => idOf(each) === id) ?? id} />
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
      <div role="status">
        <Effect known={known} wanted={wanted} />
      </div>
      {input.error && (
        <Text size="sm" c="red" role="alert" mt="xs">
          {input.error}
        </Text>
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

/** What stops without the removed processors: payment products, and cards and agreements that they keep. */
function Effect({ known, wanted }: { known: readonly Related<Processor>[]; wanted: readonly string[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const gateways = useGateways()
  const lost = lostProducts(known, wanted)
  const keepers = known
    .filter((each) => typeof each !== 'string')
    .filter((each) => !wanted.includes(each.id) && (factsIn(gateways, each)?.keeps.length ?? 0) > 0)
  if (lost.length === 0 && keepers.length === 0) return null
  return (
    <Alert color="yellow" role="presentation" mt="md">
      {lost.length > 0 && (
        <>
          <Text size="sm">{t(keepsUnseen(known, wanted) ? 'profiles.may_lose' : 'profiles.loses')}</Text>
          <ul className={rows.list}>
            {lost.map((product) => (
              <li key={product}>{labels.value('payment_product', undefined, product)}</li>
            ))}
          </ul>
          <Text size="sm">{t('profiles.loses_text')}</Text>
        </>
      )}
      {keepers.length > 0 && (
        <Text size="sm">{t('profiles.keeps_lost', { list: keepers.map(({ name }) => name).join(', ') })}</Text>
      )}
    </Alert>
  )
}
