import { createSettlementProfileEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { settlementProfile } from '@kontor/contract/settlements/profiles/settlement-profile.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { NextSettlement } from './next-settlement.tsx'

const CreateSettlementProfile = lazy(() =>
  import('./settlement-profile.form.tsx').then((module) => ({ default: module.CreateSettlementProfile })),
)

const columns = columnsOf(
  settlementProfile,
  ['name', 'currency_code', 'book', 'bank_account', 'settlement_schedule', 'minimum', 'status'],
  {
    extra: ['id', 'delay_days', 'negative', 'statement_text', 'organisation', 'created_at'],
    lines: { figure: 'minimum', when: 'settlement_schedule', state: 'status' },
    special: {
      settlement_schedule: (row) => (
        <>
          <Schedule of={row.settlement_schedule} />
          <NextSettlement id={row.id} />
        </>
      ),
    },
  },
)
const populate = ['organisation', 'bank_account', 'settlement_schedule']

/** How a merchant is settled. */
export default function SettlementProfilePage() {
  const { t } = useTranslation()
  return (
    <ListPage columns={columns} populate={populate} emptyTitle={t('settlement_profiles.empty')}>
      <AddButton do={createSettlementProfileEndpoint}>
        {(opened, close) => <CreateSettlementProfile opened={opened} onClose={close} />}
      </AddButton>
    </ListPage>
  )
}

/** The schedule of a profile; without one of its own it follows the default one. */
function Schedule({ of }: { of: unknown }) {
  const { t } = useTranslation()
  if (of === null || of === undefined) return t('settlement_profiles.default_schedule')
  return typeof of === 'object' && 'name' in of ? String(of.name) : <ShortId value={String(of)} />
}
