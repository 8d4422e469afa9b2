import type { Entity } from '@kontor/contract/entity'
import type { Transaction } from '@kontor/contract/payments/transaction.entity'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { TransactionLink } from '../payments/payment-links.tsx'
import { PaymentMethod } from '../payments/payment-method.tsx'
import { idOf } from '../platform/api/related.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { useListScreen } from '../platform/screen/use-screen.ts'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { CallOverview } from './call-overview.tsx'
import type { CallRow } from './rows.ts'

/** The payment that a call is about, and the way to all calls about it. */
export function CallTransaction({ entity, row }: { entity: Entity; row: CallRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { route } = useListScreen()
  const { transaction, payment_profile } = row
  if (transaction === null) return <Text size="sm">{t('audit_trail.no_transaction')}</Text>
  const id = idOf(transaction)
  const to: string = route
  const of = (name: keyof Transaction) => labels.field<string>({ name: 'transaction' }, name)
  const whole = typeof transaction === 'object' ? transaction : undefined
  return (
    <>
      <CallOverview entity={entity} row={row} />
      <FieldList
        fields={[
          [
            labels.field<string>(entity, 'transaction'),
            <TransactionLink key="transaction" id={id}>
              {whole?.merchant_reference ?? <ShortId value={id} />}
            </TransactionLink>,
          ],
          [of('amount'), whole && <Money key="amount" amount={whole.amount} currency={whole.currency_code} />],
          [of('status'), whole && <StatusTag key="status" status={whole.status} />],
          [of('payment_product'), whole && <PaymentMethod key="method" method={whole} />],
          [of('created_at'), whole && <Instant key="at" value={whole.created_at} />],
          [
            labels.field<string>(entity, 'payment_profile'),
            payment_profile && <RelatedName key="shop" of={payment_profile} />,
          ],
        ]}
      />
      <Text mt="sm">
        <AnchorLink to={to} search={{ transaction: id }}>
          {t('audit_trail.items_of_transaction')}
        </AnchorLink>
      </Text>
    </>
  )
}
