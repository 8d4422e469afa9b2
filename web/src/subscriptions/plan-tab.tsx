import { plan } from '@kontor/contract/subscriptions/plan.entity'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { PlanDetails, type PlanRow } from './plan-details.tsx'

/** The plan of a subscription. */
export function PlanTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRow<typeof plan, PlanRow>(plan, id, {
    populate: ['payment_profile', 'organisation'],
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <>
      <p>
        <AnchorLink to="/subscriptions/plans/$id" params={{ id }}>
          {t('subscriptions.open_plan')}
        </AnchorLink>
      </p>
      <PlanDetails row={data} />
    </>
  )
}
