import { settlementLinesEndpoint } from '@kontor/contract/settlements/settlement.endpoints'
import { type SettlementStep, settlementSteps } from '@kontor/contract/settlements/settlement.rules'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useList, useRead } from '../platform/api/reading.ts'
import { useIsWholePage } from '../platform/panel/whole-page.ts'
import { useLabels } from '../platform/value/labels.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { closingOf, type SettlementRow, transfersOf } from './settlement-row.ts'
import { StepLink } from './step-link.tsx'
import { useDays } from './use-days.ts'
import { Waterfall, type WaterfallStep } from './waterfall.tsx'

const steps = Object.keys(settlementSteps) as SettlementStep[]

/** From what the settlement before it carried to what is paid out and what is carried on. Each step opens its transfers. */
export function SettlementWaterfall({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const isStatement = useIsWholePage()
  const label = (name: string) => labels.field({ name: 'settlement' }, name)
  const moved = steps
    .filter((step) => row[step] !== 0)
    .map(
      (step): WaterfallStep => ({
        name: step,
        label: isStatement ? label(step) : <StepLink step={step}>{label(step)}</StepLink>,
        amount: row[step],
      }),
    )
  return (
    <>
      <Waterfall
        label={t('settlement.waterfall', { number: row.number })}
        currency={row.currency_code}
        opening={{ name: 'opening', label: label('opening'), amount: row.opening }}
        steps={moved}
        closing={{ name: 'closing', label: t('settlement.closing'), amount: closingOf(row) }}
        ends={[
          ...(row.held_back > 0 ? [{ name: 'held_back', label: label('held_back'), amount: row.held_back }] : []),
          { name: 'paid', label: label('paid'), amount: row.paid },
          { name: 'carried', label: label('carried'), amount: row.carried },
        ]}
      />
      <Complete row={row} />
      <WhyCarried row={row} />
    </>
  )
}

/** A business day settles as a whole: the payments of its days are here, and no others. */
function Complete({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const days = useDays()
  const { data: lines } = useRead(settlementLinesEndpoint, { params: { id: row.id } })
  const count = lines?.find(({ kind }) => kind === 'capture')?.count ?? 0
  const of = transfersOf(row.id)
  const captures = { 'kind[]': ['capture'], _limit: '1' }
  const enabled = count > 0
  const { data: first } = useList<typeof of>(of, { ...captures, _sort: 'business_day' }, { enabled })
  const { data: last } = useList<typeof of>(of, { ...captures, _sort: '-business_day' }, { enabled })
  if (!first?.[0] || !last?.[0]) return null
  return (
    <Text size="sm" mt="md">
      {t('settlement.complete', {
        count,
        formatted: labels.number(count),
        days: days(first[0].business_day, last[0].business_day),
      })}
    </Text>
  )
}

function WhyCarried({ row }: { row: SettlementRow }) {
  const { t } = useTranslation()
  const money = useMoney()
  if (row.carried === 0) return null
  return (
    <Text size="sm" mt="xs" c="dimmed">
      {t(closingOf(row) < 0 ? 'settlement.carried_debt' : 'settlement.carried_on', {
        amount: money(Math.abs(row.carried), row.currency_code),
      })}
    </Text>
  )
}
