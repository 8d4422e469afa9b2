import { createOneOffEndpoint } from '@kontor/contract/settlements/one-offs/one-off.endpoints'
import { oneOff } from '@kontor/contract/settlements/one-offs/one-off.entity'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useSeesMerchants } from '../../platform/viewer.ts'

const OneOffForm = lazy(() => import('./one-off.form.tsx').then((module) => ({ default: module.OneOffForm })))

const columnsIn = (description: 'description_nl' | 'description_en', other: 'description_nl' | 'description_en') =>
  columnsOf(oneOff, [description, 'date', 'kind', 'amount', 'vat', 'repeat', 'status', 'created_by', 'approved_by'], {
    extra: [
      ...([
        'id',
        other,
        'currency_code',
        'repeat_until',
        'occurrence',
        'booked_on',
        'settlement',
        'transaction',
      ] as const),
      ...(['approved_at', 'cancelled_by', 'created_at', 'organisation'] as const),
    ],
    lines: { name: description, when: 'date' },
  })
const dutch = columnsIn('description_nl', 'description_en')
const english = columnsIn('description_en', 'description_nl')
const populate = ['organisation', 'settlement']

export default function OneOffPage() {
  const { t, i18n } = useTranslation()
  const isOfMerchant = !useSeesMerchants()
  return (
    <ListPage columns={i18n.language === 'nl' ? dutch : english} populate={populate} emptyTitle={t('one_offs.empty')}>
      {/* A one-off belongs to a merchant, which is that of the view. */}
      {isOfMerchant && (
        <AddButton do={createOneOffEndpoint}>
          {(opened, close) => <OneOffForm opened={opened} onClose={close} />}
        </AddButton>
      )}
    </ListPage>
  )
}
