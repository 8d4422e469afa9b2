import {
  activateProcessorEndpoint,
  deactivateProcessorEndpoint,
  processorSetupEndpoint,
  updateProcessorEndpoint,
} from '@kontor/contract/processors/processor.endpoints'
import { Text } from '@mantine/core'
import { IconPencil, IconPower } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { useLabels } from '../platform/value/labels.ts'
import styles from './processor-actions.module.css'
import type { ProcessorRow } from './processor-row.ts'

const EditProcessor = lazy(() => import('./processor.form.tsx').then((module) => ({ default: module.EditProcessor })))

export function ProcessorActions({ row }: { row: ProcessorRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateProcessorEndpoint, row.id))
  const [open, setOpen] = useState<'nothing' | 'edit' | 'switch'>(wasEditing ? 'edit' : 'nothing')
  const close = () => setOpen('nothing')
  const verb = row.active ? 'deactivate' : 'activate'
  return (
    <IfMay do={updateProcessorEndpoint}>
      <ActionBar>
        <ActionButton icon={IconPencil} label={t('action.edit')} onClick={() => setOpen('edit')} />
        <ActionButton icon={IconPower} label={t(`processors.${verb}`)} onClick={() => setOpen('switch')} />
        {open === 'edit' && (
          <Suspense fallback={null}>
            <EditProcessor row={row} onClose={close} />
          </Suspense>
        )}
        <ConfirmCommand
          endpoint={row.active ? deactivateProcessorEndpoint : activateProcessorEndpoint}
          params={{ id: row.id }}
          opened={open === 'switch'}
          onClose={close}
          title={t(`processors.${verb}_title`, { name: row.name })}
          text={<Effect row={row} />}
          verb={t(`processors.${verb}`)}
          isDangerous={row.active}
          done={t(`processors.${verb}d`, { name: row.name })}
        />
      </ActionBar>
    </IfMay>
  )
}

/** What a switch does, with the shops that lose or regain the payment product. */
function Effect({ row }: { row: ProcessorRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { data } = useRead(processorSetupEndpoint, { params: { id: row.id } })
  const product = labels.value('payment_product', undefined, row.payment_product)
  const only = data?.shops.filter(({ is_only }) => is_only) ?? []
  return (
    <>
      <Text size="sm">{t(row.active ? 'processors.deactivate_text' : 'processors.activate_text')}</Text>
      {only.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t(row.active ? 'processors.shops_lose' : 'processors.shops_regain', { product })}
          </Text>
          <ul className={styles.shops}>
            {only.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {data && only.length === 0 && (
        <Text size="sm">{t(row.active ? 'processors.no_shop_loses' : 'processors.no_shop_regains', { product })}</Text>
      )}
    </>
  )
}
