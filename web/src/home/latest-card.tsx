import type { Row } from '@kontor/contract/entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { useList } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useTransactionsRoute } from '../platform/screen/use-transactions-route.ts'
import { Instant } from '../platform/value/instant.tsx'
import { Money } from '../platform/value/money.tsx'
import { useSeesMerchants } from '../platform/viewer.ts'
import { BlockSkeleton } from '../ui/page/skeletons.tsx'
import { Section } from '../ui/section.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import styles from './latest-card.module.css'

const FirstSteps = lazy(() => import('./first-steps.tsx').then((module) => ({ default: module.FirstSteps })))
const shown = 8

/** The latest payments. Where there never was one, the first steps stand in their place. */
export function LatestCard() {
  const { t } = useTranslation()
  const to: string = useTransactionsRoute()
  const seesMerchants = useSeesMerchants()
  const { data, error, refetch } = useList(transaction, { _limit: String(shown) })
  if (data?.length === 0)
    return (
      <Suspense fallback={<BlockSkeleton height={320} />}>
        <FirstSteps />
      </Suspense>
    )
  return (
    <Section
      title={t('home.latest')}
      text={t('home.latest_text')}
      action={
        <AnchorLink to={to} size="sm">
          {t('home.all_payments')}
        </AnchorLink>
      }
    >
      {!data ? (
        <NotYet error={error} refetch={refetch} height={shown * 49} />
      ) : (
        <ul className={styles.list}>
          {data.map((row) => (
            <li key={row.id}>
              <span className={styles.what}>
                <TransactionLink id={row.id}>{row.merchant_reference}</TransactionLink>
                <small>{whose(row, seesMerchants)}</small>
              </span>
              <span className={styles.amount}>
                <Money amount={row.amount} currency={row.currency_code} />
                <small>
                  <Instant value={row.created_at} />
                </small>
              </span>
              <span className={styles.status}>
                <StatusTag status={row.status} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The payer or the shop. A viewer of several merchants reads first whose payment it is. */
function whose(row: Row<typeof transaction>, seesMerchants: boolean): string {
  if (!seesMerchants) return row.customer_name ?? row.payment_profile_name
  return [row.merchant_name, row.customer_name].filter((each) => each !== null).join(' · ')
}
