import { createSettlementUpdateEndpoint } from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import { settlementUpdate } from '@kontor/contract/payouts/updates/settlement-update.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'

const CreateSettlementUpdate = lazy(() =>
  import('./settlement-update.form.tsx').then((module) => ({ default: module.CreateSettlementUpdate })),
)

const columns = columnsOf(
  settlementUpdate,
  ['settlement_number', 'created_at', 'kind', 'amount', 'status', 'reason', 'created_by'],
  {
    extra: ['id', 'approved_by', 'cancelled_by', 'cancellation_reason', 'bank_reference', 'paid_on'],
    lines: { name: 'settlement_number', figure: 'amount', when: 'created_at', state: 'status' },
  },
)

export default function SettlementUpdatePage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} emptyTitle={t('settlement_updates.empty')}>
      <AddButton do={createSettlementUpdateEndpoint}>
        {(opened, close) => <CreateSettlementUpdate opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
