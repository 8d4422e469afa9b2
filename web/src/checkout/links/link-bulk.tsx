import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import type { Requirement } from '@kontor/contract/roles'
import { IconBan, IconClockOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../../platform/list/bulk/bulk.ts'

const commands = () => import('@kontor/contract/checkout/link.commands')
const icon = { size: 16, 'aria-hidden': true } as const
const expire = <IconClockOff {...icon} />
const cancel = <IconBan {...icon} />

/** Payment links that are taken out of use together, each for itself. */
export function usePaymentLinkBulk(): readonly BulkAction[] {
  const ending = useEnding(paymentLink.roles.update)
  return [ending('expire', expire, async () => (await commands()).expirePaymentLinkCommand)]
}

export function useCardAddLinkBulk(): readonly BulkAction[] {
  const ending = useEnding(cardAddLink.roles.update)
  return [
    ending('expire', expire, async () => (await commands()).expireCardAddLinkCommand),
    ending('cancel', cancel, async () => (await commands()).cancelCardAddLinkCommand),
  ]
}

function useEnding(roles: Requirement) {
  const { t } = useTranslation()
  return (name: 'expire' | 'cancel', icon: BulkAction['icon'], command: BulkAction['command']): BulkAction => ({
    name,
    label: t(`links.${name}`),
    icon,
    about: (count) => t(`links.${name}_several`, { count }),
    roles: [roles],
    command,
    isDangerous: true,
  })
}
