import {
  cancelStuckOperationEndpoint,
  resolveStuckOperationEndpoint,
} from '@kontor/contract/payments/stuck-operation.endpoints'
import { stuckOperation } from '@kontor/contract/payments/stuck-operation.entity'
import { Alert } from '@mantine/core'
import { IconBan, IconEyeCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { NotYet } from '../../platform/not-yet.tsx'
import { ActionBar } from '../../platform/panel/action-bar.tsx'
import { ActionButton } from '../../platform/panel/action-button.tsx'
import { TitledHead } from '../../platform/panel/panel-head.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { useRowSoFar } from '../../platform/panel/row-so-far.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useReason } from '../../platform/value/reason.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import { FieldList } from '../../ui/field-list.tsx'
import typography from '../../ui/words/typography.module.css'
import { useFollowUp } from '../follow-up.ts'
import { TransactionLink } from '../payment-links.tsx'
import type { StuckRow } from '../rows.ts'
import { TransactionContradictions } from '../transaction/transaction-contradictions.tsx'
import { StuckTag } from './stuck-tag.tsx'

const ResolveDialog = lazy(() =>
  import('./resolve-stuck-operation.form.tsx').then((module) => ({ default: module.ResolveDialog })),
)

const CancelDialog = lazy(() =>
  import('./cancel-stuck-operation.form.tsx').then((module) => ({ default: module.CancelDialog })),
)

const relations = ['processor'] as const

/** An order without an outcome: what a person has to look for, and where to say what it was. */
export default function StuckOperationPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const money = useMoney()
  const whole = useRow<typeof stuckOperation, StuckRow>(stuckOperation, id, { populate: relations })
  const soFar = useRowSoFar<StuckRow>(stuckOperation, id)
  const row = whole.data ?? soFar
  useFollowUp({ ids: [id], state: row?.state, isUnderWay: row !== undefined && row.state !== 'ENDED' })
  if (!row || (whole.error && !whole.data)) return <NotYet error={whole.error} refetch={whole.refetch} rows={10} />
  return (
    <>
      <TitledHead
        isLarge
        title={money(row.amount, row.currency_code)}
        tags={<StuckTag state={row.state} />}
        actions={<Actions row={row} />}
      >
        <span>{labels.value('operation', stuckOperation.fields.operation, row.operation)}</span>
        <span>{row.merchant_name}</span>
        <Instant value={row.created_at} />
      </TitledHead>
      {row.state !== 'ENDED' && (
        <Alert role="note" color={row.state === 'PARKED' && !isBeingCancelled(row) ? 'red' : 'yellow'} mb="sm">
          {row.cancellation === 'UNDER_WAY' || row.cancellation === 'NOT_DONE'
            ? t(`payments.stuck.cancellation.${row.cancellation}`)
            : t(`payments.stuck.to_do.${row.state}`)}
        </Alert>
      )}
      <TransactionContradictions transaction={idOf(row.transaction)} />
      <Details row={row} />
    </>
  )
}

/** True: there is nothing to do until the processor has answered. */
const isBeingCancelled = ({ cancellation }: StuckRow) => cancellation === 'UNDER_WAY'

function Details({ row }: { row: StuckRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const reasonOf = useReason()
  const label = (name: keyof StuckRow) => labels.field(stuckOperation, name)
  const at = (value: string | null) => value && <Instant key={value} value={value} hasSeconds />
  return (
    <FieldList
      fields={[
        // Whole, because a person types or pastes it into the gateway's own search.
        [
          label('id'),
          <span key="id" className={typography.anywhere}>
            {row.id}
          </span>,
        ],
        [label('processor_id_external'), row.processor_id_external],
        [label('processor'), row.processor && <RelatedName key="processor" of={row.processor} />],
        [
          label('transaction'),
          <TransactionLink key="transaction" id={idOf(row.transaction)}>
            {row.merchant_reference}
          </TransactionLink>,
        ],
        [label('first_sent_at'), at(row.first_sent_at) ?? t('payments.stuck.never_sent')],
        [label('attempts'), labels.number(row.attempts)],
        [label('overdue_at'), at(row.overdue_at)],
        ...(row.parked_why
          ? [
              [
                label('parked_why'),
                labels.value('parked_why', stuckOperation.fields.parked_why, row.parked_why),
              ] as const,
            ]
          : []),
        ...(row.cancellation
          ? [
              [
                label('cancellation'),
                labels.value('cancellation', stuckOperation.fields.cancellation, row.cancellation),
              ] as const,
            ]
          : []),
        ...(row.cancellation_reason
          ? [[label('cancellation_reason'), reasonOf(row.cancellation_reason)] as const]
          : []),
        ...(row.ended_at ? [[label('ended_at'), at(row.ended_at)] as const] : []),
        ...(row.seen
          ? [
              [label('seen'), labels.value('seen', stuckOperation.fields.seen, row.seen)] as const,
              [label('seen_where'), row.seen_where] as const,
              [label('seen_by'), row.seen_by] as const,
            ]
          : []),
      ]}
    />
  )
}

function Actions({ row }: { row: StuckRow }) {
  const wasResolving = useHasDraft(draftName(resolveStuckOperationEndpoint, row.id))
  const isOpen = row.state !== 'ENDED'
  const [dialog, setDialog] = useState<'resolve' | 'cancel' | null>(wasResolving && isOpen ? 'resolve' : null)
  const close = () => setDialog(null)
  // A dialog that waits for its answer stays open, whatever happens to the order meanwhile.
  if (!isOpen && !dialog) return null
  return (
    <ActionBar>
      <IfMay do={resolveStuckOperationEndpoint}>
        <Resolve row={row} isOpened={dialog === 'resolve'} onOpen={() => setDialog('resolve')} onClose={close} />
      </IfMay>
      <IfMay do={cancelStuckOperationEndpoint}>
        <Cancel row={row} isOpened={dialog === 'cancel'} onOpen={() => setDialog('cancel')} onClose={close} />
      </IfMay>
    </ActionBar>
  )
}

interface ActionProps {
  row: StuckRow
  isOpened: boolean
  onOpen: () => void
  onClose: () => void
}

function Resolve({ row, isOpened, onOpen, onClose }: ActionProps) {
  const { t } = useTranslation()
  return (
    <>
      <ActionButton
        icon={IconEyeCheck}
        label={t('payments.stuck.resolve')}
        isPrimary={!isBeingCancelled(row)}
        onClick={onOpen}
      />
      {isOpened && (
        <Suspense fallback={null}>
          <ResolveDialog row={row} opened onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}

function Cancel({ row, isOpened, onOpen, onClose }: ActionProps) {
  const { t } = useTranslation()
  const mayOrder = row.may_cancel && !isBeingCancelled(row)
  const processor = row.processor && typeof row.processor === 'object' ? row.processor.name : null
  return (
    <>
      {mayOrder && <ActionButton icon={IconBan} label={t('payments.stuck.cancel')} onClick={onOpen} />}
      {isOpened && (
        <Suspense fallback={null}>
          <CancelDialog row={row} processor={processor ?? t('payments.actor.processor')} opened onClose={onClose} />
        </Suspense>
      )}
    </>
  )
}
