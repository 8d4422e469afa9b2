import {
  approveOneOffEndpoint,
  cancelOneOffEndpoint,
  updateOneOffEndpoint,
} from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { oneOffCan } from '@kontor/contract/settlements/one-offs/one-off.rules'
import { IconCheck, IconCircleOff, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmCommand } from '../../platform/confirm-command.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { formatDay } from '../../platform/value/instant.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { type OneOffRow, useDescription } from './one-off-row.ts'

const OneOffForm = lazy(() => import('./one-off.form.tsx').then((module) => ({ default: module.OneOffForm })))

type Dialog = 'edit' | 'approve' | 'cancel'

/** What can be done with a one-off that is not over. A dialog that waits for its answer stays open. */
export function OneOffActions({ row }: { row: OneOffRow }) {
  const { t } = useTranslation()
  const wasEditing = useHasDraft(draftName(updateOneOffEndpoint, row.id))
  const [open, setOpen] = useState<Dialog | undefined>(wasEditing && oneOffCan.change(row) ? 'edit' : undefined)
  const close = () => setOpen(undefined)
  if (!oneOffCan.cancel(row) && open === undefined) return null
  return (
    <ActionBar>
      {(oneOffCan.approve(row) || open === 'approve') && (
        <IfMay do={approveOneOffEndpoint}>
          <ActionButton icon={IconCheck} label={t('one_offs.approve')} isPrimary onClick={() => setOpen('approve')} />
          <Approval row={row} opened={open === 'approve'} onClose={close} />
        </IfMay>
      )}
      {(oneOffCan.change(row) || open === 'edit') && (
        <IfMay do={updateOneOffEndpoint}>
          <ActionButton icon={IconPencil} label={t('one_offs.edit')} onClick={() => setOpen('edit')} />
          <Suspense>{open === 'edit' && <OneOffForm of={row} opened onClose={close} />}</Suspense>
        </IfMay>
      )}
      <IfMay do={cancelOneOffEndpoint}>
        <ActionButton icon={IconCircleOff} label={t('one_offs.cancel')} onClick={() => setOpen('cancel')} />
        <Cancellation row={row} opened={open === 'cancel'} onClose={close} />
      </IfMay>
    </ActionBar>
  )
}

interface DialogProps {
  row: OneOffRow
  opened: boolean
  onClose: () => void
}

function Approval({ row, ...dialog }: DialogProps) {
  const { t } = useTranslation()
  const said = useSaid(row)
  const series = row.repeat === 'MONTHLY' && t('one_offs.approve_series', said)
  return (
    <ConfirmCommand
      {...dialog}
      endpoint={approveOneOffEndpoint}
      params={{ id: row.id }}
      body={{ version: row.version }}
      title={t('one_offs.approve_title')}
      text={[t('one_offs.approve_text', said), series].filter(Boolean).join(' ')}
      verb={t('one_offs.approve')}
      done={t('one_offs.approved')}
    />
  )
}

function Cancellation({ row, ...dialog }: DialogProps) {
  const { t } = useTranslation()
  const said = useSaid(row)
  const series = row.repeat === 'MONTHLY' && t('one_offs.cancel_series')
  return (
    <ConfirmCommand
      {...dialog}
      endpoint={cancelOneOffEndpoint}
      params={{ id: row.id }}
      title={t('one_offs.cancel_title')}
      text={[t('one_offs.cancel_text', said), series].filter(Boolean).join(' ')}
      verb={t('one_offs.cancel_verb')}
      isDangerous
      done={t('one_offs.cancelled')}
    />
  )
}

/** The words for a one-off in a sentence. */
function useSaid(row: OneOffRow) {
  const { i18n } = useTranslation()
  const money = useMoney()
  const describe = useDescription()
  return {
    amount: money(row.amount, row.currency_code),
    day: formatDay(row.date, i18n.language),
    description: describe(row),
    until: row.repeat_until ? formatDay(row.repeat_until, i18n.language) : '',
  }
}
