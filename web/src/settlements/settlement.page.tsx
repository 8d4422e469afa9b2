import { pspSettlement, settlement } from '@kontor/contract/settlements/settlement.entity'
import { useTranslation } from 'react-i18next'
import { columnsOf } from '../platform/list/columns/columns.tsx'
import { ListPage } from '../platform/list/list-page.tsx'
import { useSettlementEntity } from './settlement-row.ts'

const names = [
  ...(['number', 'paid', 'status', 'covers_from', 'covers_through', 'captured', 'refunds', 'chargebacks'] as const),
  ...(['fees', 'vat', 'carried', 'pay_on'] as const),
] as const
const extra = [
  ...([
    'id',
    'created_at',
    'currency_code',
    'opening',
    'reserve_held',
    'reserve_released',
    'one_offs',
    'other',
  ] as const),
  ...([
    'total',
    'held_back',
    'paid_on',
    'bank_reference',
    'bank_account',
    'organisation',
    'last_status_update',
  ] as const),
] as const
const lines = { name: 'number', figure: 'paid', when: 'covers_through' } as const

const ofMerchant = columnsOf(settlement, names, { extra, lines })
const ofProvider = columnsOf(pspSettlement, names, {
  extra: [...extra, 'hold_reason', 'settlement_profile', 'settlement_schedule', 'closed_by', 'payment_order'],
  lines,
})
const populate = ['organisation']

/** What merchants get for each period: the newest first. */
export default function SettlementPage() {
  const { t } = useTranslation()
  const { isOfProvider } = useSettlementEntity()
  const emptyTitle = t('settlement.empty')
  return isOfProvider ? (
    <ListPage columns={ofProvider} populate={populate} emptyTitle={emptyTitle} />
  ) : (
    <ListPage columns={ofMerchant} populate={populate} emptyTitle={emptyTitle} />
  )
}
