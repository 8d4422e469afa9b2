import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { Anchor, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import width from '../look/width.module.css'
import styles from './merchant-bar.module.css'

/** A bar that tells a provider's user which merchant the screens show. */
export function MerchantBar({ merchant: id }: { merchant: string }) {
  const { t } = useTranslation()
  const { data } = useRow(merchant, id)
  return (
    <div className={styles.bar}>
      <IconEye size={18} aria-hidden="true" />
      <Text size="sm" fw={600} truncate c="inherit">
        {t('shell.merchant_view', { name: data?.name ?? '…' })}
      </Text>
      <Anchor component={Link} to="/psp/merchants" size="sm" c="inherit" underline="always" className={styles.leave}>
        <span className={width.wideOnly}>{t('shell.leave_merchant_view')}</span>
        <span className={width.narrowOnly}>{t('shell.leave')}</span>
      </Anchor>
    </div>
  )
}
