import { approveStatusUpdateEndpoint } from '@kontor/contract/status-updates/status-update.endpoints'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../platform/list/bulk/bulk.ts'

/** A second person approves the changes of a file together, with one command for each. */
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
  ]
}
