import { isFinalDecline } from '@kontor/contract/payments/decline.rules'
import {
  cancelScheduledTransactionEndpoint,
  retryScheduledTransactionEndpoint,
  runScheduledTransactionEndpoint,
  updateScheduledTransactionEndpoint,
} from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { mostAttempts, scheduledCan } from '@kontor/contract/scheduled/scheduled-transaction.rules'
import { IconCircleOff, IconPencil, IconPlayerPlay, IconRefresh } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { engineNow } from '../platform/api/server-time.ts'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { ScheduledConfirm } from './scheduled-confirm.tsx'
import type { ScheduledRow } from './scheduled-row.ts'

const EditScheduled = lazy(() => import('./scheduled.form.tsx').then((module) => ({ default: module.EditScheduled })))

type Action = 'run' | 'edit' | 'cancel' | 'retry'

/** The actions on a planned payment. There are none while it is being taken. */
export function ScheduledActions({ row }: { row: ScheduledRow }) {
  const { t } = useTranslation()
  const whyNot = useWhyNot(row)
  const wasEditing = useHasDraft(draftName(updateScheduledTransactionEndpoint, row.id))
  const [open, setOpen] = useState<Action | undefined>(wasEditing && !whyNot('edit') ? 'edit' : undefined)
  const close = () => setOpen(undefined)
  const actions = order.filter((action) => isPossible[action](row))
  return (
    <ActionBar>
      {actions.map((action) => (
        <IfMay key={action} do={endpoints[action]}>
          <ActionButton
            icon={icons[action]}
            label={t(`scheduled.${action}`)}
            isPrimary={action === 'run' || action === 'retry'}
            reason={whyNot(action)}
            onClick={() => setOpen(action)}
          />
        </IfMay>
      ))}
      {(['run', 'cancel', 'retry'] as const).map((action) => (
        <ScheduledConfirm
          key={action}
          row={row}
          action={action}
          endpoint={endpoints[action]}
          opened={open === action}
          onClose={close}
        />
      ))}
      <Suspense>{open === 'edit' && <EditScheduled row={row} onClose={close} />}</Suspense>
    </ActionBar>
  )
}

function useWhyNot(row: ScheduledRow): (action: Action) => string | undefined {
  const { t } = useTranslation()
  return (action) => {
    if (row.status === 'CREATED' && row.next_attempt_at === null) return t('scheduled.why_not.under_way')
    if (action === 'edit' && row.next_attempt_at !== null && row.next_attempt_at <= engineNow().toISOString())
      return t('scheduled.why_not.due')
    if (action !== 'retry') return undefined
    if (row.attempts >= mostAttempts) return t('scheduled.why_not.too_many')
    return isFinalDecline(row.status_reason) ? t('scheduled.why_not.final') : undefined
  }
}

const order = ['run', 'retry', 'edit', 'cancel'] as const

const isPossible: Readonly<Record<Action, (row: ScheduledRow) => boolean>> = {
  run: scheduledCan.run,
  edit: scheduledCan.change,
  cancel: scheduledCan.cancel,
  retry: (row) => scheduledCan.retry(row) && row.cancelled_at === null,
}

const endpoints = {
  run: runScheduledTransactionEndpoint,
  edit: updateScheduledTransactionEndpoint,
  cancel: cancelScheduledTransactionEndpoint,
  retry: retryScheduledTransactionEndpoint,
} as const

const icons = {
  run: IconPlayerPlay,
  edit: IconPencil,
  cancel: IconCircleOff,
  retry: IconRefresh,
} as const
