import { Button, NativeSelect, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../../platform/value/labels.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import rows from './chosen-rows.module.css'
import styles from './product-routing.module.css'
import type { ProductChoice } from './routing-choices.ts'

interface ProductRoutingProps {
  choice: ProductChoice
  nameOf: (processor: string) => string
  isFixed: boolean
  /** The server's reason. */
  refused: ReactNode
  onChoose: (routing: string) => void
  onAdd: (processors: readonly string[]) => void
}

/** The choice of a routing for one payment product, and what is wrong with it. */
export function ProductRouting({ choice, nameOf, isFixed, refused, onChoose, onAdd }: ProductRoutingProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [isAdding, setAdding] = useState(false)
  const { product, routings, chosen, missing, unroutable } = choice
  const label = labels.value('payment_product', undefined, product)
  if (routings.length === 0 && chosen === undefined)
    return (
      <div className={styles.row}>
        <strong>{label}</strong>
        <Text size="sm">{t('profiles.no_routes')}</Text>
      </div>
    )
  const isUnseen = chosen !== undefined && !routings.some(({ id }) => id === chosen)
  return (
    <div className={styles.row}>
      <NativeSelect
        label={label}
        value={chosen ?? ''}
        disabled={isFixed}
        error={missing.length > 0 ? t('profiles.routing_missing') : refused}
        data={[
          { value: '', label: t('profiles.no_routing') },
          ...(isUnseen ? [{ value: chosen, label: `…${chosen.slice(-8)}` }] : []),
          ...routings.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      />
      {missing.length > 0 && (
        <Button
          size="xs"
          variant="default"
          className={styles.add}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={isFixed}
          onClick={() => setAdding(true)}
        >
          {t('profiles.routing_add')}
        </Button>
      )}
      {unroutable.length > 0 && (
        <ul className={styles.unroutable}>
          {unroutable.map((id) => (
            <li key={id}>
              <strong>{nameOf(id)}</strong>: {t('form_validation.unroutable')}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={isAdding}
        onClose={() => setAdding(false)}
        title={t('profiles.routing_add_title')}
        verb={t('profiles.routing_add')}
        onConfirm={() => {
          onAdd(missing)
          setAdding(false)
        }}
      >
        <Text size="sm">{t('profiles.routing_add_text')}</Text>
        <ul className={rows.list}>
          {missing.map((id) => (
            <li key={id}>{nameOf(id)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </div>
  )
}
