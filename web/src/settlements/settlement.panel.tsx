import { useTranslation } from 'react-i18next'
import { SettlementPayout } from '../payouts/settlement-payout.tsx'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useHistoryTab } from '../platform/panel/history-tab.tsx'
import { PanelHead } from '../platform/panel/panel-head.tsx'
import { type PanelTab, PanelTabs } from '../platform/panel/panel-tabs.tsx'
import { useRowSoFar } from '../platform/panel/row-so-far.ts'
import { useIsWholePage } from '../platform/panel/whole-page.ts'
import { useSeesMerchants } from '../platform/viewer.ts'
import { SettlementActions } from './settlement-actions.tsx'
import { SettlementDetails } from './settlement-details.tsx'
import { SettlementDocuments } from './settlement-documents.tsx'
import { SettlementLines } from './settlement-lines.tsx'
import { type SettlementRow, useSettlementEntity } from './settlement-row.ts'
import { SettlementTransfers } from './settlement-transfers.tsx'
import { SettlementWaterfall } from './settlement-waterfall.tsx'
import { useDays } from './use-days.ts'

/** A settlement, explained to the cent. On its own page it is the statement, to print. */
export default function SettlementPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const days = useDays()
  const { entity, relations, isOfProvider } = useSettlementEntity()
  const seesMerchants = useSeesMerchants()
  const whole = useRow<typeof entity, SettlementRow>(entity, id, { populate: relations })
  const soFar = useRowSoFar<SettlementRow>(entity, id)
  const row = whole.data ?? soFar
  const tabs = useTabs(row)
  if (!row || !tabs || (whole.error && !whole.data))
    return <NotYet error={whole.error} refetch={whole.refetch} rows={12} />
  return (
    <>
      <PanelHead
        amount={row.payout_amount}
        currency={row.payout_currency_code}
        status={row.status}
        actions={isOfProvider && <SettlementActions row={row} />}
      >
        {/* The statement names whose it is; in the list of one merchant that goes without saying. */}
        {(seesMerchants || row.merchant_name) && <span>{row.merchant_name}</span>}
        <span>{row.number}</span>
        <span>{days(row.covers_from, row.covers_through)}</span>
      </PanelHead>
      <PanelTabs label={t('settlement.tabs')} tabs={tabs} />
    </>
  )
}

function useTabs(row: SettlementRow | undefined): [PanelTab, ...PanelTab[]] | undefined {
  const { t } = useTranslation()
  const isStatement = useIsWholePage()
  const { entity, isOfProvider } = useSettlementEntity()
  const history = useHistoryTab(entity, row?.id ?? '')
  if (!row) return undefined
  const waterfall = {
    name: 'waterfall',
    label: t('settlement.tab.waterfall'),
    content: () => <SettlementWaterfall row={row} />,
  }
  const lines = { name: 'lines', label: t('settlement.tab.lines'), content: () => <SettlementLines row={row} /> }
  const details = {
    name: 'details',
    label: t('settlement.tab.details'),
    content: () => <SettlementDetails row={row} />,
  }
  if (isStatement) return [waterfall, lines, details]
  const payout = {
    name: 'payout',
    label: t('payouts.tab'),
    content: () => <SettlementPayout id={row.id} isClosed={row.status === 'CLOSED'} />,
  }
  return [
    waterfall,
    lines,
    ...(isOfProvider && row.paid > 0 ? [payout] : []),
    {
      name: 'transfers',
      label: t('settlement.tab.transfers'),
      content: () => <SettlementTransfers row={row} />,
    },
    { name: 'documents', label: t('settlement.tab.documents'), content: () => <SettlementDocuments row={row} /> },
    details,
    ...history,
  ]
}
