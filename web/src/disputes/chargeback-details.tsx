import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SettlementLink } from '../ledger/settlement-link.tsx'
import { ReferenceLink } from '../payments/payment-links.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Day, Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { PersonName } from '../platform/value/person-name.tsx'
import { FieldList, FoldedFields } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import type { ChargebackRow } from './chargeback-row.ts'

/** The fields of a chargeback; its head has the first ones too, and the specification names them here (000 section 2). */
export function ChargebackDetails({ row }: { row: ChargebackRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = (name: keyof ChargebackRow) => labels.field(chargeback, name)
  const money = (amount: number) => <Money amount={amount} currency={row.currency_code} />
  const answered = (answer: string): [string, ReactNode][] => [
    [label('answer'), labels.value('answer', chargeback.fields.answer, answer)],
    [label('answered_at'), <Instant key="at" value={row.answered_at} />],
    [label('answered_by'), row.answered_by && <PersonName key="answered_by" name={row.answered_by} />],
    [label('explanation'), row.explanation],
  ]
  return (
    <FoldedFields>
      <PanelSection title={t('chargebacks.section.chargeback')}>
        <FieldList
          fields={[
            [label('amount'), money(row.amount)],
            [label('status'), labels.value('status', chargeback.fields.status, row.status)],
            [label('reason_code'), row.reason_code],
            [label('respond_by'), row.respond_by && <Day key="by" value={row.respond_by} />],
            [label('created_at'), <Instant key="at" value={row.created_at} />],
            [label('last_status_update'), <Instant key="last" value={row.last_status_update} />],
            [label('processor_id_external'), <ShortId key="external" value={row.processor_id_external} />],
            [label('id'), <ShortId key="id" value={row.id} />],
          ]}
        />
      </PanelSection>
      {(row.answer !== null || row.evidence_count > 0) && (
        <PanelSection title={t('chargebacks.section.answer')}>
          <FieldList
            fields={[
              ...(row.answer === null ? [] : answered(row.answer)),
              [label('evidence_count'), row.evidence_count > 0 && String(row.evidence_count)],
            ]}
          />
        </PanelSection>
      )}
      <PanelSection title={t('payments.section.payment')}>
        <FieldList
          fields={[
            [label('merchant_reference'), <ReferenceLink key="reference" reference={row.merchant_reference} />],
            [label('transaction_amount'), money(row.transaction_amount)],
            [label('refunded_amount'), row.refunded_amount > 0 && money(row.refunded_amount)],
            [label('card'), row.card && <RelatedName key="card" of={row.card} />],
            [label('payment_profile'), <RelatedName key="profile" of={row.payment_profile} />],
            [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
            [label('settlement'), row.settlement && <SettlementLink key="settlement" of={row.settlement} />],
            [label('processor'), <RelatedName key="processor" of={row.processor} />],
          ]}
        />
      </PanelSection>
    </FoldedFields>
  )
}
