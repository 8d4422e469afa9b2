import { acceptShareEndpoint, declineShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import { share } from '@kontor/contract/shares/share.entity'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../platform/list/bulk/bulk.ts'

/** Answers several requests, with one command for each. */
export function useShareBulk(): readonly BulkAction[] {
  const { t } = useTranslation()
  return [
    {
      name: 'accept',
      label: t('shares.accept'),
      icon: <IconCheck size={16} aria-hidden="true" />,
      about: (count) => t('shares.accept_several', { count }),
      roles: [share.roles.update],
      endpoint: acceptShareEndpoint,
    },
    {
      name: 'decline',
      label: t('shares.decline'),
      icon: <IconX size={16} aria-hidden="true" />,
      about: (count) => t('shares.decline_several', { count }),
      roles: [share.roles.update],
      endpoint: declineShareEndpoint,
    },
  ]
}
