import { settlementProfilePreviewEndpoint } from '@kontor/contract/settlements/profiles/settlement-profile.endpoints'
import { exactly } from '@kontor/contract/sums'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useMoney } from '../../platform/value/use-money.ts'
import typography from '../../ui/words/typography.module.css'
import { useDays } from '../use-days.ts'

/** When the next settlement of a profile closes, and what it would pay by what is known now. A merchant has few profiles. */
export function NextSettlement({ id }: { id: string }) {
  const { t } = useTranslation()
  const days = useDays()
  const money = useMoney()
  const { data } = useRead(settlementProfilePreviewEndpoint, { params: { id } })
  const paid = data && exactly(data, 'paid')
  if (!data?.day || paid === null || paid === undefined) return null
  return (
    <div className={typography.sub}>
      {t('settlement_profiles.next_about', { day: days(data.day, data.day), amount: money(paid, data.currency_code) })}
    </div>
  )
}
