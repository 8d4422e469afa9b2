import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import {
  cancelCardAddLinkEndpoint,
  expireCardAddLinkEndpoint,
  expirePaymentLinkEndpoint,
} from '@kontor/contract/checkout/link.endpoints'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import type { Requirement } from '@kontor/contract/roles'
import { IconBan, IconClockOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../../platform/list/bulk/bulk.ts'

const icon = { size: 16, 'aria-hidden': true } as const
const expire = <IconClockOff {...icon} />
const cancel = <IconBan {...icon} />

/** Ends several payment links, with one command for each. */
export function usePaymentLinkBulk(): readonly BulkAction[] {
  const ending = useEnding(paymentLink.roles.update)
  return [ending('expire', expire, expirePaymentLinkEndpoint)]
}

export function useCardAddLinkBulk(): readonly BulkAction[] {
  const ending = useEnding(cardAddLink.roles.update)
  return [ending('expire', expire, expireCardAddLinkEndpoint), ending('cancel', cancel, cancelCardAddLinkEndpoint)]
}

function useEnding(roles: Requirement) {
  const { t } = useTranslation()
  return (name: 'expire' | 'cancel', icon: BulkAction['icon'], endpoint: BulkAction['endpoint']): BulkAction => ({
    name,
    label: t(`links.${name}`),
    icon,
    about: (count) => t(`links.${name}_several`, { count }),
    roles: [roles],
    endpoint,
    isDangerous: true,
  })
}
