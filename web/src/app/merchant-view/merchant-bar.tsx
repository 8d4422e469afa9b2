import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { Anchor, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { useOpenedRow } from '../../platform/list/table/opened-rows.ts'
import { useMay } from '../../platform/viewer.ts'
import width from '../look/width.module.css'
import styles from './merchant-bar.module.css'
import { MerchantSwitcher } from './merchant-switcher.tsx'

/** A bar that tells a provider's user which merchant the screens show, and changes it. */
export function MerchantBar({ merchant: id }: { merchant: string }) {
  const { t } = useTranslation()
  const may = useMay(merchant.roles.list)
  const { data } = useRow(merchant, id)
  useOpenedRow(merchant.name, id, data?.name)
  const text = t('shell.merchant_view', { name: data?.name ?? '…' })
  return (
    <div className={styles.bar}>
      <IconEye size={18} aria-hidden="true" className={styles.eye} />
      {may ? (
        <MerchantSwitcher current={id} text={text} />
      ) : (
        <Text size="sm" fw={600} truncate c="inherit">
          {text}
        </Text>
      )}
      <Anchor component={Link} to="/psp/merchants" size="sm" c="inherit" underline="always" className={styles.leave}>
        <span className={width.wideOnly}>{t('shell.leave_merchant_view')}</span>
        <span className={width.narrowOnly}>{t('shell.leave')}</span>
      </Anchor>
    </div>
  )
}
