import type { PaymentProduct } from '@kontor/contract/payments/transaction.rules'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import { useTranslation } from 'react-i18next'
import type { Related } from '../../platform/api/related.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { GatewayName, useGateways } from '../../platform/value/use-gateways.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import styles from './processor-line.module.css'

type Product = GatewayDescription['products'][number]

/** A processor of a payment profile, and what its gateway can do with its payment product. */
export function ProcessorLine({ of }: { of: Related<Processor> }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const gateways = useGateways()
  const textsOf = useFactTexts()
  if (typeof of === 'string')
    return (
      <div className={styles.line}>
        <span>{t('profiles.unseen_processor')}</span> <ShortId value={of} />
      </div>
    )
  const facts = factsIn(gateways, of)
  return (
    <div className={styles.line}>
      <div className={styles.head}>
        <strong className={typography.anywhere}>{of.name}</strong>
        {!of.active && <StatusTag status="INACTIVE" />}
      </div>
      <div>
        {labels.value('payment_product', undefined, of.payment_product)} · <GatewayName name={of.gateway} />
      </div>
      {facts && <div className={styles.facts}>{textsOf(facts).join(' · ')}</div>}
    </div>
  )
}

/** What people need to know of a gateway before they put it first, as short texts. */
function useFactTexts(): (facts: Product) => string[] {
  const { t } = useTranslation()
  const labels = useLabels()
  return ({ capture, captures, refunds, refund_days, keeps, currencies }) => [
    t(`profiles.capture.${capture}`),
    ...(capture !== 'with_authorization' && captures !== 'one_full' ? [t(`profiles.captures.${captures}`)] : []),
    refunds === 'none'
      ? t('profiles.refunds.none')
      : t(`profiles.refunds.${refunds}`, { count: refund_days, formatted: labels.number(refund_days) }),
    ...keeps.map((kept) => t(`profiles.keeps.${kept}`)),
    ...(currencies ? [t('profiles.currencies', { currencies: currencies.join(', ') })] : []),
  ]
}

export const factsIn = (
  gateways: readonly GatewayDescription[] | undefined,
  { gateway, payment_product }: { gateway: string; payment_product: PaymentProduct },
): Product | undefined =>
  gateways
    ?.find(({ name }) => name === gateway)
    ?.products.find((product) => product.payment_product === payment_product)
