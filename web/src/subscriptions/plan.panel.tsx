import { deletePlanEndpoint, updatePlanEndpoint } from '@kontor/contract/subscriptions/plan.endpoints'
import { type Plan, plan } from '@kontor/contract/subscriptions/plan.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'
import { HistoryBelow } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { useMoney } from '../platform/value/use-money.ts'
import { useMay } from '../platform/viewer.ts'
import typography from '../ui/words/typography.module.css'
import { useInterval } from './interval.ts'
import { PlanForm } from './plan.form.tsx'
import { PlanDetails, type PlanRow } from './plan-details.tsx'

export default function PlanPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const money = useMoney()
  const every = useInterval()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(updatePlanEndpoint, id)))
  const { data, error, refetch } = useRow<typeof plan, PlanRow>(plan, id, {
    populate: ['payment_profile', 'organisation', 'checkout'],
  })
  const mayReadSubscriptions = useMay(subscription.roles.list)
  if (!data) return <NotYet error={error} refetch={refetch} rows={12} />
  return (
    <>
      <TitledHead
        title={data.name}
        actions={
          data.deleted_at === null ? (
            <ActionBar>
              <IfMay do={updatePlanEndpoint}>
                <ActionButton icon={IconPencil} label={t('subscriptions.edit')} onClick={() => setEditing(true)} />
                <PlanForm of={plain(data)} opened={isEditing} onClose={() => setEditing(false)} />
              </IfMay>
              <IfMay do={deletePlanEndpoint}>
                <DeleteAction
                  endpoint={deletePlanEndpoint}
                  row={data}
                  text={t(data.in_use ? 'subscriptions.delete_plan_kept' : 'subscriptions.delete_plan_text')}
                  done={t('subscriptions.plan_deleted', { name: data.name })}
                  reason={
                    data.live_subscriptions > 0
                      ? t('subscriptions.plan_goes_on', { count: data.live_subscriptions })
                      : undefined
                  }
                />
              </IfMay>
            </ActionBar>
          ) : (
            <Text size="sm">{t('subscriptions.plan_gone')}</Text>
          )
        }
      >
        <span className={typography.tabular}>
          {money(data.amount, data.currency_code)} {every(data.interval, data.interval_count)}
        </span>
      </TitledHead>
      <PlanDetails row={data} />
      {mayReadSubscriptions && (
        <p>
          <AnchorLink to="/subscriptions" search={{ plan: id }}>
            {t('subscriptions.of_plan')}
          </AnchorLink>
        </p>
      )}
      <HistoryBelow entity={plan} id={id} />
    </>
  )
}

// The form needs the ids of related rows.
const plain = (row: PlanRow): Plan => ({
  ...row,
  payment_profile: typeof row.payment_profile === 'string' ? row.payment_profile : row.payment_profile.id,
  checkout: row.checkout === null || typeof row.checkout === 'string' ? row.checkout : row.checkout.id,
  organisation: typeof row.organisation === 'string' ? row.organisation : row.organisation.id,
})
