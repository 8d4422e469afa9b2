import { type PaymentProduct, paymentProducts } from '@kontor/contract/payments/transaction.rules'
import { Checkbox, Input, VisuallyHidden } from '@mantine/core'
import { IconGripVertical } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../platform/form/fields.tsx'
import { movedTo } from '../../platform/form/moved-to.ts'
import { OrderStep, useFollowedFocus } from '../../platform/form/order-steps.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { leftOut, orderIn, toggled } from './product-order.ts'
import styles from './product-order-field.module.css'

/** The payment methods that the page offers, in order, and those that it does not offer. */
export function ProductOrderField({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { value, set, input } = useField({ name: 'payment_product_order' })
  const isOff = disabled || input.readOnly
  const order = orderIn(value)
  const nameOf = (product: PaymentProduct) => labels.value('payment_product', undefined, product)
  const { place, follow } = useFollowedFocus()
  const [said, say] = useState('')
  const [dragged, setDragged] = useState<PaymentProduct>()

  const move = (product: PaymentProduct, to: number, step: string) => {
    set(movedTo(order, product, to))
    say(t('designs.moved', { name: nameOf(product), place: to + 1, count: order.length }))
    follow(product, step)
  }
  const toggle = (product: PaymentProduct) => {
    set(toggled(order, product))
    follow(product, 'toggle')
  }
  const drop = (at: number) => (event: DragEvent) => {
    event.preventDefault()
    if (dragged) move(dragged, at, 'toggle')
  }
  const check = (product: PaymentProduct) => (
    <Checkbox
      label={nameOf(product)}
      checked={order.includes(product)}
      disabled={isOff}
      data-do="toggle"
      onChange={() => toggle(product)}
    />
  )
  return (
    <div ref={place} className={styles.order}>
      <Group title={t('designs.enabled')} empty={t('designs.none_enabled')} isEmpty={order.length === 0}>
        <ol>
          {order.map((product, at) => (
            <li
              key={product}
              data-ordered={product}
              data-dragged={dragged === product || undefined}
              draggable={!isOff}
              onDragStart={() => setDragged(product)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={drop(at)}
            >
              <IconGripVertical size={16} aria-hidden="true" className={styles.grip} />
              {check(product)}
              <OrderStep
                name="up"
                label={t('designs.up', { name: nameOf(product) })}
                disabled={isOff || at === 0}
                onClick={() => move(product, at - 1, 'up')}
              />
              <OrderStep
                name="down"
                label={t('designs.down', { name: nameOf(product) })}
                disabled={isOff || at === order.length - 1}
                onClick={() => move(product, at + 1, 'down')}
              />
            </li>
          ))}
        </ol>
      </Group>
      <Group
        title={t('designs.disabled')}
        empty={t('designs.all_enabled')}
        isEmpty={order.length === paymentProducts.length}
      >
        <ul>
          {leftOut(order, nameOf).map((product) => (
            <li key={product} data-ordered={product}>
              {check(product)}
            </li>
          ))}
        </ul>
      </Group>
      {input.error && <Input.Error className={styles.error}>{input.error}</Input.Error>}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}

interface GroupProps {
  title: string
  empty: string
  isEmpty: boolean
  children: React.ReactNode
}

function Group({ title, empty, isEmpty, children }: GroupProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would switch its controls off together
    <div role="group" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {isEmpty ? <p>{empty}</p> : children}
    </div>
  )
}
