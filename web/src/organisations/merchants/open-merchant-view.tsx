import { ActionIcon, Tooltip } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { addressOfRow } from '../../platform/screen/screen.ts'
import { useListScreen } from '../../platform/screen/use-screen.ts'

interface OpenMerchantViewProps {
  merchant: { id: string; name: string }
  /** With words, as the first action of a panel. */
  isLarge?: boolean
}

/** Leads to the merchant's own screens, in merchant view. */
export function OpenMerchantView({ merchant: { id, name }, isLarge = false }: OpenMerchantViewProps) {
  const { t } = useTranslation()
  const { history } = useRouter()
  const screen = useListScreen()
  const open = () => history.push(addressOfRow(screen, id))
  if (isLarge) return <ActionButton icon={IconLogin2} label={t('merchants.open_view')} isPrimary onClick={open} />
  return (
    <Tooltip label={t('merchants.open_view')}>
      <ActionIcon size={28} aria-label={t('merchants.open_view_of', { name })} onClick={open}>
        <IconLogin2 size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
