import { acceptShareEndpoint, declineShareEndpoint } from '@kontor/contract/shares/share.endpoints'
import { share } from '@kontor/contract/shares/share.entity'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction, SelectedRow } from '../platform/list/bulk/bulk.ts'

/** Answers several requests, with one command for each: those that wait for an answer, by the side that gets them. */
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
      takes: isAnswerable,
    },
    {
      name: 'decline',
      label: t('shares.decline'),
      icon: <IconX size={16} aria-hidden="true" />,
      about: (count) => t('shares.decline_several', { count }),
      roles: [share.roles.update],
      endpoint: declineShareEndpoint,
      takes: isAnswerable,
      isDangerous: true,
    },
  ]
}

const isAnswerable = ({ side, status }: SelectedRow) => status === 'PENDING' && side !== 'sent'
