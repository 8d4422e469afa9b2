import { unpricedWithin_days } from '@kontor/contract/home/attention.rules'
import { unpricedPayment } from '@kontor/contract/reports/booked/unpriced-payment.entity'
import { Alert } from '@mantine/core'
import { IconTagOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCount } from '../platform/api/reading.ts'
import { engineNow } from '../platform/api/server-time.ts'
import { dayAhead } from '../platform/form/dates/day-ahead.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useMay, useViewer } from '../platform/viewer.ts'

/** How many payments of the last days no price fits, with the way to them; nothing where there are none. */
export function UnpricedBadge() {
  const { t } = useTranslation()
  const { time_zone } = useViewer()
  const may = useMay(unpricedPayment.roles.list)
  const since = dayAhead(-unpricedWithin_days, engineNow(), time_zone)
  const search = { 'business_day>': since }
  const { data: count = 0 } = useCount(unpricedPayment, search, { enabled: may })
  if (count === 0) return null
  return (
    <Alert role="note" color="yellow" icon={<IconTagOff />} mb="sm">
      <AnchorLink to="/psp/pricing/unpriced" search={search} c="inherit" underline="always">
        {t('pricing.unpriced.badge', { count, days: unpricedWithin_days })}
      </AnchorLink>
    </Alert>
  )
}
