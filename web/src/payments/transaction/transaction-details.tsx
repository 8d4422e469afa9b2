import { refundableAmount } from '@kontor/contract/payments/refund.rules'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { transactionCan } from '@kontor/contract/payments/transaction.rules'
import { riskRulesetRoles } from '@kontor/contract/roles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SettlementLink } from '../../ledger/settlement-link.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { useReason } from '../../platform/value/reason.ts'
import { useMay, useViewer } from '../../platform/viewer.ts'
import { FieldList, FoldedFields } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import type { TransactionRow } from '../rows.ts'
import { TransactionTags } from './transaction-tags.tsx'

/** The fields of a payment that its head does not have. */
export function TransactionDetails({ row }: { row: TransactionRow }) {
  return (
    <FoldedFields>
      <Amounts row={row} />
      <Payment row={row} />
      <Payer row={row} />
      <Route row={row} />
    </FoldedFields>
  )
}

/** The sums that differ from the amount of the payment. */
function Amounts({ row }: { row: TransactionRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = (amount: number) => <Money amount={amount} currency={row.currency_code} />
  return (
    <PanelSection title={t('payments.section.amounts')}>
      <FieldList
        fields={[
          [labels.field(transaction, 'captured_amount'), row.captured_amount > 0 && money(row.captured_amount)],
          [labels.field(transaction, 'refunded_amount'), row.refunded_amount > 0 && money(row.refunded_amount)],
          [
            labels.field(transaction, 'settlement'),
            row.settlement && <SettlementLink key="settlement" of={row.settlement} />,
          ],
          [t('payments.still_refundable'), transactionCan.refund(row) && money(refundableAmount(row))],
        ]}
      />
    </PanelSection>
  )
}

/** The link through which it was paid, if any. */
function linkOf(row: TransactionRow, label: (name: keyof TransactionRow) => string): [string, ReactNode][] {
  const { payment_link, card_add_link } = row
  if (payment_link) {
    const link = (
      <AnchorLink key="link" to="/payment-links/$id" params={{ id: payment_link }}>
        …{payment_link.slice(-8)}
      </AnchorLink>
    )
    return [[label('payment_link'), link]]
  }
  if (!card_add_link) return []
  const link = (
    <AnchorLink key="link" to="/card-add-links/$id" params={{ id: card_add_link }}>
      <ShortId value={card_add_link} />
    </AnchorLink>
  )
  return [[label('card_add_link'), link]]
}

function Payment({ row }: { row: TransactionRow }) {
  const { t } = useTranslation(['main', 'fields'])
  const labels = useLabels()
  const reasonOf = useReason()
  const maySeeRulesets = useMay(riskRulesetRoles)
  const label = (name: keyof TransactionRow) => labels.field(transaction, name)
  return (
    <PanelSection title={t('payments.section.payment')}>
      <FieldList
        fields={[
          [label('status_reason'), row.status_reason && reasonOf(row.status_reason)],
          [label('last_status_update'), <Instant key="at" value={row.last_status_update} />],
          ...linkOf(row, label),
          [label('id'), <ShortId key="id" value={row.id} />],
          [label('blocked'), row.blocked && t(`fields:boolean.${row.blocked}`)],
          [label('rulesets'), maySeeRulesets && row.rulesets.length > 0 && <RulesetNames key="rulesets" row={row} />],
          [label('tags'), <TransactionTags key="tags" row={row} />],
        ]}
      />
    </PanelSection>
  )
}

/** The rulesets that hit a payment. Only an id is left of one that is deleted. */
function RulesetNames({ row }: { row: TransactionRow }) {
  const { t } = useTranslation()
  return row.rulesets.map((each) => (typeof each === 'string' ? t('rulesets.deleted_one') : each.name)).join(', ')
}

function Payer({ row }: { row: TransactionRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = (name: keyof TransactionRow) => labels.field(transaction, name)
  type Word =
    | ('payment_product_type' | 'country_code' | 'platform' | 'browser' | 'recurring_type' | 'three_d_secure')
    | ('card_issuer_country' | 'card_funding' | 'card_holder' | 'channel')
  const word = (name: Word) => row[name] && labels.value(name, transaction.fields[name], row[name])
  return (
    <PanelSection title={t('payments.section.payer')}>
      <FieldList
        fields={[
          [label('customer_name'), row.customer_name],
          [label('payment_product_type'), word('payment_product_type')],
          [label('recurring_type'), word('recurring_type')],
          [label('channel'), word('channel')],
          ...(row.payment_product === 'card' ? [[label('card_bin'), row.card_bin] as const] : []),
          [label('card_issuer_country'), word('card_issuer_country')],
          [label('card_funding'), word('card_funding')],
          [label('card_holder'), word('card_holder')],
          [label('three_d_secure'), word('three_d_secure')],
          [label('country_code'), word('country_code')],
          [label('platform'), word('platform')],
          [label('browser'), word('browser')],
        ]}
      />
    </PanelSection>
  )
}

function Route({ row }: { row: TransactionRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { psp } = useViewer()
  const label = (name: keyof TransactionRow) => labels.field(transaction, name)
  return (
    <PanelSection title={t('payments.section.route')}>
      <FieldList
        fields={[
          [label('payment_profile'), row.payment_profile_name],
          [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
          ...(row.terminal ? [[label('terminal'), <RelatedName key="terminal" of={row.terminal} />] as const] : []),
          ...(psp ? [[label('merchant_name'), row.merchant_name] as const] : []),
          [label('processor'), row.processor && <RelatedName key="processor" of={row.processor} />],
          [
            label('processor_id_external'),
            row.processor_id_external && <ShortId key="external" value={row.processor_id_external} />,
          ],
        ]}
      />
    </PanelSection>
  )
}
