import { type SettlementStep, settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { type SettlementTransfer, settlementTransfer } from '@kontor/contract/settlements/settlement-transfer.entity'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { holdsOf } from '../ledger/holds-of.ts'
import { useSettlementsRoute } from '../ledger/settlement-link.tsx'
import { TransactionLink } from '../payments/payment-links.tsx'
import { useCount, useList } from '../platform/api/reading.ts'
import { PageTurner } from '../platform/list/page-turner.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { Day } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { NumberCell, NumberHead, SmallTable, WhereNarrow, WordsCell, WordsHead } from '../ui/table/small-table.tsx'
import { type SettlementRow, transfersOf } from './settlement-row.ts'
import { useStep } from './step-link.tsx'

const ExportDialog = lazy(() =>
  import('../platform/list/export/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
)

const pageSize = 25
const steps = Object.keys(settlementSteps) as SettlementStep[]

/** The transfers of a settlement or of one of its steps, in pages; each leads to where it is from. */
export function SettlementTransfers({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [step, choose] = useStep()
  const [isExporting, setExporting] = useState(false)
  const of = transfersOf(row.id)
  const query: Record<string, string[]> = step ? { 'kind[]': [...settlementSteps[step]] } : {}
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <NativeSelect
          size="xs"
          aria-label={t('settlement.step')}
          value={step ?? ''}
          data={[
            { value: '', label: t('settlement.all_steps') },
            ...steps.map((value) => ({ value, label: labels.field({ name: 'settlement' }, value) })),
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <Button size="xs" variant="default" onClick={() => setExporting(true)}>
          {t('settlement.export')}
        </Button>
      </Group>
      <Page key={step ?? ''} of={of} query={query} />
      <Suspense>
        {isExporting && <ExportDialog entity={of} query={query} onClose={() => setExporting(false)} />}
      </Suspense>
    </>
  )
}

/** The payment of a transfer, or what was held on the day that a release is of. */
function Origin({ of }: { of: SettlementTransfer }) {
  const labels = useLabels()
  const isOfOne = useSettlementsRoute() === '/report/settlement'
  const { transaction, merchant_reference, held_on } = of
  if (transaction)
    return <TransactionLink id={transaction}>{merchant_reference ?? `…${transaction.slice(-8)}`}</TransactionLink>
  if (held_on === null) return '–'
  const words = (
    <>
      {labels.field(settlementTransfer, 'held_on')} <Day value={held_on} />
    </>
  )
  if (!isOfOne) return words
  return (
    <AnchorLink to="/report/transfers" search={holdsOf(held_on, of)}>
      {words}
    </AnchorLink>
  )
}

interface PageProps {
  of: ReturnType<typeof transfersOf>
  query: Record<string, string[]>
}

function Page({ of, query }: PageProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [skip, setSkip] = useState(0)
  const { data, error, refetch } = useList<typeof of>(of, {
    ...query,
    _limit: String(pageSize),
    ...(skip > 0 ? { _skip: String(skip) } : {}),
  })
  const { data: total } = useCount(of, query)
  if (!data) return <NotYet error={error} refetch={refetch} rows={8} />
  if (data.length === 0 && skip === 0)
    return <EmptyState icon={<IconReceiptOff />} title={t('settlement.no_transfers')} />
  const label = (name: 'business_day' | 'kind' | 'merchant_reference' | 'amount') =>
    labels.field(settlementTransfer, name)
  return (
    <>
      <SmallTable label={t('settlement.tab.transfers')} folds>
        <thead>
          <tr>
            <WordsHead>{label('business_day')}</WordsHead>
            <WordsHead isExtra>{label('kind')}</WordsHead>
            <WordsHead>{label('merchant_reference')}</WordsHead>
            <NumberHead>{label('amount')}</NumberHead>
          </tr>
        </thead>
        <tbody>
          {data.map((each) => (
            <tr key={each.id}>
              <td>
                <Day value={each.business_day} />
                <WhereNarrow>{labels.value('kind', undefined, each.kind)}</WhereNarrow>
              </td>
              <WordsCell isExtra>{labels.value('kind', undefined, each.kind)}</WordsCell>
              <WordsCell>
                <Origin of={each} />
              </WordsCell>
              <NumberCell>
                <Money amount={each.amount} currency={each.currency_code} />
              </NumberCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
      <PageTurner {...{ skip, pageSize }} shown={data.length} count={total ?? 0} onSkip={setSkip} />
    </>
  )
}
