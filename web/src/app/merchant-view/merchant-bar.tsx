import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { Anchor, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'

/** A conspicuous bar while a provider's user looks at one merchant. */
export function MerchantBar({ merchant: id }: { merchant: string }) {
  const { t } = useTranslation()
  const { data } = useRow(merchant, id)
  return (
    <div className="merchant-bar">
      <IconEye size={18} aria-hidden="true" />
      <Text size="sm" fw={600} truncate c="inherit">
        {t('shell.merchant_view', { name: data?.name ?? '…' })}
      </Text>
      <Anchor
        component={Link}
        to="/psp/merchants"
        size="sm"
        c="inherit"
        underline="always"
        className="merchant-bar-leave"
      >
        <span className="wide-only">{t('shell.leave_merchant_view')}</span>
        <span className="narrow-only">{t('shell.leave')}</span>
      </Anchor>
    </div>
  )
}
