import { cancelScheduledTransactionEndpoint } from '@kontor/contract/scheduled/scheduled-transaction.endpoints'
import { scheduledTransaction } from '@kontor/contract/scheduled/scheduled-transaction.entity'
import { IconCircleOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../platform/list/bulk/bulk.ts'

/** Cancels several planned payments, with one command for each. */
export function useScheduledBulk(): readonly BulkAction[] {
  const { t } = useTranslation()
  return [
    {
      name: 'cancel',
      label: t('scheduled.cancel'),
      icon: <IconCircleOff size={16} aria-hidden="true" />,
      about: (count) => t('scheduled.cancel_several', { count }),
      roles: [scheduledTransaction.roles.update],
      endpoint: cancelScheduledTransactionEndpoint,
      isDangerous: true,
    },
  ]
}
