import { captureTransactionEndpoint, voidTransactionEndpoint } from '@kontor/contract/payments/transaction.endpoints'
import { IconCashBanknote, IconCircleOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../platform/api/scope.ts'
import type { BulkAction } from '../../platform/list/bulk/bulk.ts'
import { useViewer } from '../../platform/viewer.ts'
import { useTagActions } from './use-tag-actions.tsx'

const icon = { size: 16, 'aria-hidden': true } as const

/**
 * Captures or voids several payments, each whole, and tags them. Nobody does so for several merchants at once. A refund
 * names its amount, so there is none of several payments.
 */
export function usePaymentBulk(): readonly BulkAction[] {
  const { t } = useTranslation()
  const { psp } = useViewer()
  const { merchant } = useScope()
  const tagging = useTagActions()
  if (psp && !merchant) return []
  return [
    {
      name: 'capture',
      label: t('payments.capture'),
      icon: <IconCashBanknote {...icon} />,
      endpoint: captureTransactionEndpoint,
      roles: [captureTransactionEndpoint.access],
      about: (count) => t('payments.capture_several', { count }),
    },
    {
      name: 'void',
      label: t('payments.void'),
      icon: <IconCircleOff {...icon} />,
      endpoint: voidTransactionEndpoint,
      roles: [voidTransactionEndpoint.access],
      isDangerous: true,
      about: (count) => t('payments.void_several', { count }),
    },
    ...tagging,
  ]
}
