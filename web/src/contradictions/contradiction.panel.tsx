import { contradiction } from '@kontor/contract/contradictions/contradiction.entity'
import { madeTwice } from '@kontor/contract/contradictions/contradiction.rules'
import { isBeyondPayment, isDoubt, isOfOtherMoney, saysUndone } from '@kontor/contract/contradictions/ending.rules'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { approvedStatuses } from '@kontor/contract/payments/transaction.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ReferenceLink, ScheduledLink, SubscriptionLink, TransactionLink } from '../payments/payment-links.tsx'
import { isNotWorked, titleOf } from '../payments/transaction/contradiction-title.ts'
import { BothSay } from '../payments/transaction/said.tsx'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { HistoryBelow } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useMay } from '../platform/viewer.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import typography from '../ui/words/typography.module.css'
import { ContradictionActions } from './contradiction-actions.tsx'
import { type ContradictionRow, contradictionRelations } from './contradiction-row.ts'
import { StateTag } from './state-tag.tsx'

/** What we say, what the processor says, and the ways to end that. */
export default function ContradictionPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const label = (name: keyof ContradictionRow) => labels.field(contradiction, name)
  const mayReadTransactions = useMay(transaction.roles.list)
  const read = useRow<typeof contradiction, ContradictionRow>(contradiction, id, { populate: contradictionRelations })
  const { data: row, error, refetch } = read
  if (!row) return <NotYet error={error} refetch={refetch} rows={10} />
  // Its payment is not populated, so this is its id.
  const payment = typeof row.transaction === 'string' ? row.transaction : null
  return (
    <>
      <TitledHead
        title={t(`contradictions.title.${titleOf(row)}`)}
        tags={<StateTag state={row.state} />}
        actions={<ContradictionActions row={row} />}
      >
        <span>{row.merchant_name}</span>
        <Instant value={row.reported_at} />
      </TitledHead>
      <BothSay row={row} />
      {row.state === 'OPEN' && (
        <Text size="sm" mb="md">
          {t(`contradictions.explained.${caseOf(row)}`, { processor: row.processor_name })}
        </Text>
      )}
      <FieldList
        fields={[
          [
            label('transaction'),
            payment && mayReadTransactions ? (
              <TransactionLink key="transaction" id={payment}>
                {t('contradictions.open_payment')}
              </TransactionLink>
            ) : null,
          ],
          [
            label('merchant_reference'),
            row.merchant_reference && <ReferenceLink key="reference" reference={row.merchant_reference} />,
          ],
          [label('subscription'), row.subscription && <SubscriptionLink key="subscription" id={row.subscription} />],
          [
            label('scheduled_transaction'),
            row.scheduled_transaction && <ScheduledLink key="scheduled" id={row.scheduled_transaction} />,
          ],
          [
            label('other_transaction'),
            // Not populated, so this is its id.
            typeof row.other_transaction === 'string' && mayReadTransactions ? (
              <TransactionLink key="other" id={row.other_transaction}>
                {t('contradictions.open_other_payment')}
              </TransactionLink>
            ) : null,
          ],
          [label('resolved_at'), row.resolved_at && <Instant key="resolved" value={row.resolved_at} />],
          [label('resolved_by'), row.resolved_by],
          [label('note'), row.note],
          [label('processor_name'), row.processor_name],
          // Whole, because a person types or pastes them into the gateway's own search.
          [label('processor_id_external'), whole(row.processor_id_external)],
          [label('operation'), whole(row.operation)],
          [label('notification'), whole(row.notification)],
          [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
          [label('created_at'), <Instant key="at" value={row.created_at} />],
          [label('id'), <ShortId key="id" value={row.id} />],
        ]}
      />
      <HistoryBelow entity={contradiction} id={id} />
    </>
  )
}

const whole = (id: string | null) =>
  id && (
    <span key={id} className={typography.anywhere}>
      {id}
    </span>
  )

/** What it means, for the sentence below the two statuses. */
function caseOf(row: ContradictionRow) {
  if (isDoubt(row)) {
    if (row.they_say === 'CHARGED_TWICE') return 'charged_twice'
    return row.subscription ? 'doubted_subscription' : 'doubted_scheduled'
  }
  if (row.kind === 'not_understood') return isNotWorked(row) ? 'not_worked' : 'not_understood'
  if (row.superseded) return 'superseded'
  if (row.they_say === 'UNDONE') return row.kind === 'void' ? 'void_undone' : 'undone'
  if (row.they_say === madeTwice) return row.kind === 'refund' ? 'refund_made_twice' : 'made_twice'
  if (isBeyondPayment(row)) return 'chargeback_beyond'
  if (isOfOtherMoney(row)) return 'other_money'
  if (saysUndone(row)) return row.kind === 'refund' ? 'refund_refused' : 'refused'
  if (row.kind !== 'capture') return row.kind
  // Our payment goes on, by another capture.
  return approvedStatuses.some((status) => status === row.we_say) ? 'beside' : 'payment'
}
