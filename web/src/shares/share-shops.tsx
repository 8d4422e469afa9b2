import type { ShareShop } from '@kontor/contract/shares/share.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../platform/value/labels.ts'
import styles from './share-shops.module.css'

/** The payment profiles that lose a processor, and whether the payment product goes with it. */
export function ShareShops({ shops, product }: { shops: readonly ShareShop[]; product: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const name = labels.value('payment_product', undefined, product)
  if (shops.length === 0) return <Text size="sm">{t('shares.no_shop')}</Text>
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('shares.shops', { count: shops.length })}
      </Text>
      <ul className={styles.shops}>
        {shops.map((shop) => (
          <li key={shop.id}>
            {t(shop.is_only ? 'shares.shop_loses' : 'shares.shop', {
              name: shop.name,
              organisation: shop.organisation,
              product: name,
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
