import {
  IconBrandMastercard,
  IconBrandPaypal,
  IconBrandVisa,
  IconBuildingBank,
  IconCreditCard,
  IconDeviceMobile,
  IconShoppingBag,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './payment-method.module.css'

export interface Method {
  payment_product: string
  card_brand?: string | null
  card_last_four?: string | null
}

/** The payment method in words: "Visa •••• 4242", "iDEAL". */
export function PaymentMethod({ method, hasIcon = true }: { method: Method; hasIcon?: boolean }) {
  const Icon = icons[method.card_brand ?? ''] ?? icons[method.payment_product] ?? IconCreditCard
  const nameOf = useMethodName()
  return (
    <span className={styles.method}>
      {hasIcon && <Icon size={18} stroke={1.5} aria-hidden="true" />}
      <span>{nameOf(method)}</span>
    </span>
  )
}

export function useMethodName(): (method: Method) => string {
  const { t } = useTranslation('fields')
  return ({ payment_product, card_brand, card_last_four }) => {
    const name = card_brand
      ? t(`card_brand.${card_brand}`, { defaultValue: card_brand })
      : t(`payment_product.${payment_product}`, { defaultValue: payment_product })
    return card_last_four ? `${name} •••• ${card_last_four}` : name
  }
}

const icons: Readonly<Record<string, TablerIcon>> = {
  visa: IconBrandVisa,
  mastercard: IconBrandMastercard,
  paypal: IconBrandPaypal,
  ideal: IconBuildingBank,
  bancontact: IconBuildingBank,
  sepa_debit: IconBuildingBank,
  eps: IconBuildingBank,
  klarna: IconShoppingBag,
  blik: IconDeviceMobile,
}
