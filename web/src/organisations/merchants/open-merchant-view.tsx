import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { joinAddress } from '../../platform/api/merchant-address.ts'
import { ActionButton } from '../../platform/panel/action-button.tsx'

interface OpenMerchantViewProps {
  merchant: string
  /** The address there, without the merchant. */
  to?: string
  /** The name of the merchant, for an icon without words among those of other merchants. */
  name?: string
}

/** Leads to the merchant's own screens, in merchant view. */
export function OpenMerchantView({ merchant, to = '/transactions', name }: OpenMerchantViewProps) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const open = () => history.push(joinAddress({ merchant }, to))
  if (name === undefined)
    return <ActionButton icon={IconLogin2} label={t('merchants.open_view')} isPrimary onClick={open} />
  return (
    <Tooltip label={t('merchants.open_view')}>
      <ActionIcon size={28} aria-label={t('merchants.open_view_of', { name })} onClick={open}>
        <IconLogin2 size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
