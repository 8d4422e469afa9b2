import { settlementProfilePreviewEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { exactly } from '@kontor/contract/sums'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { useMoney } from '../../platform/value/use-money.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { useDays } from '../use-days.ts'

/** When the next settlement of a profile closes, what it covers, and what is known of it by now. */
export function SettlementProfilePreview({ id }: { id: string }) {
  const { t } = useTranslation()
  const days = useDays()
  const money = useMoney()
  const { data, error, refetch } = useRead(settlementProfilePreviewEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={4} />
  const { day, covers_from, covers_through, currency_code } = data
  const amount = (of: 'opening' | 'total' | 'held_back' | 'paid' | 'carried') => {
    const value = exactly(data, of)
    return value === null ? null : money(value, currency_code)
  }
  const from = covers_from ?? covers_through
  return (
    <PanelSection title={t('settlement_profiles.next')}>
      <Text size="sm" mb="xs">
        {day === null || from === null || covers_through === null
          ? t('settlement_profiles.by_hand')
          : t('settlement_profiles.closes', { day: days(day, day), period: days(from, covers_through) })}
      </Text>
      <FieldList
        fields={[
          [t('settlement_profiles.opening'), data.opening === 0 ? null : amount('opening')],
          [t('settlement_profiles.total'), amount('total')],
          [t('settlement_profiles.held_back'), data.held_back === 0 ? null : amount('held_back')],
          [t('settlement_profiles.paid'), amount('paid')],
          [t('settlement_profiles.carried'), data.carried === 0 ? null : amount('carried')],
        ]}
      />
    </PanelSection>
  )
}
