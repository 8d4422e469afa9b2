import {
  approveStatusUpdateEndpoint,
  rejectStatusUpdateEndpoint,
} from '@kontor/contract/status-updates/status-update.endpoints'
import { statusUpdate } from '@kontor/contract/status-updates/status-update.entity'
import { shortestReason } from '@kontor/contract/status-updates/status-update.rules'
import { Textarea } from '@mantine/core'
import { IconCheck, IconCircleOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../platform/list/bulk/bulk.ts'
import { useLabels } from '../platform/value/labels.ts'

/** A second person approves or rejects the changes of a file together, with one command for each. */
export function useStatusUpdateBulk(): readonly BulkAction[] {
  const { t } = useTranslation()
  return [
    {
      name: 'approve',
      label: t('status_updates.approve'),
      icon: <IconCheck size={16} aria-hidden />,
      endpoint: approveStatusUpdateEndpoint,
      roles: [approveStatusUpdateEndpoint.access],
      about: (count) => t('status_updates.approve_several', { count }),
    },
    {
      name: 'reject',
      label: t('status_updates.reject'),
      icon: <IconCircleOff size={16} aria-hidden />,
      endpoint: rejectStatusUpdateEndpoint,
      roles: [rejectStatusUpdateEndpoint.access],
      about: (count) => t('status_updates.reject_several', { count }),
      ask: (choose) => <Reason onChange={(reason) => choose(reason === undefined ? undefined : { reason })} />,
      isDangerous: true,
    },
  ]
}

/** Undefined while it is too short. */
function Reason({ onChange }: { onChange: (reason: string | undefined) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <Textarea
      label={labels.field(statusUpdate, 'reason')}
      description={t('status_updates.reason_help')}
      maxLength={1000}
      required
      onChange={({ currentTarget: { value } }) => onChange(value.trim().length < shortestReason ? undefined : value)}
    />
  )
}
