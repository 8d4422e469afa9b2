import type { ShareShop } from '@kontor/contract/shares/share.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useLabels } from '../platform/value/labels.ts'
import styles from './share-shops.module.css'

interface ShareShopsProps {
  shops: readonly ShareShop[]
  product: string
  /** True for whoever sees the payment profiles themselves. */
  isLinked?: boolean
}

/** The payment profiles that lose a processor, with what goes with it: the payment product, and routings that need it. */
export function ShareShops({ shops, product, isLinked = false }: ShareShopsProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const name = labels.value('payment_product', undefined, product)
  const textOf = ({ name: shop, organisation, is_only }: ShareShop) =>
    t(is_only ? 'shares.shop_loses' : 'shares.shop', { name: shop, organisation, product: name })
  if (shops.length === 0) return <Text size="sm">{t('shares.no_shop')}</Text>
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('shares.shops', { count: shops.length })}
      </Text>
      <ul className={styles.shops}>
        {shops.map((shop) => (
          <li key={shop.id}>
            {isLinked ? <AnchorLink to={`/paymentprofiles/${shop.id}`}>{textOf(shop)}</AnchorLink> : textOf(shop)}
            {shop.routings.map((routing) => (
              <div key={routing}>{t('shares.routing_ends', { name: routing })}</div>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
