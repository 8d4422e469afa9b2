import { customer } from '@kontor/contract/customers/customer.entity'
import { type Plan, plan } from '@kontor/contract/subscriptions/plan.entity'
import { createSubscriptionEndpoint } from '@kontor/contract/subscriptions/subscription.endpoints'
import { createSubscriptionSchemas } from '@kontor/contract/subscriptions/subscription.schemas'
import { SimpleGrid } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { DayField } from '../platform/form/dates/date-fields.tsx'
import { IntegerField } from '../platform/form/fields.tsx'
import { RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useMoney } from '../platform/value/use-money.ts'
import { useSeesMerchants } from '../platform/viewer.ts'
import { useInterval } from './interval.ts'

/**
 * Chooses the customer and the plan. The subscription begins with a payment on its page; the panel then has the
 * address.
 */
export function NewSubscription({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createSubscriptionEndpoint}
      body={createSubscriptionSchemas.body}
      title={t('subscriptions.add_subscription')}
      verb={t('subscriptions.add_subscription')}
      opened={opened}
      onClose={onClose}
      initial={{ customer: '', plan: '', due_date: '', max_billing_cycle: '' }}
      bodyOf={onlyWhatWasSaid}
      onDone={() => notify({ color: 'green', message: t('subscriptions.created') })}
      goOn={({ id }) => open(String(id))}
    >
      <CustomerAndPlan />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <DayField name="due_date" description={t('subscriptions.due_help')} />
        <IntegerField name="max_billing_cycle" description={t('subscriptions.max_of_plan_help')} />
      </SimpleGrid>
    </RecordForm>
  )
}

/** A customer is charged by a plan of the same merchant; who sees all merchants chooses the customer first. */
function CustomerAndPlan() {
  const { t } = useTranslation()
  const money = useMoney()
  const every = useInterval()
  const { form } = useRecordForm()
  const seesMerchants = useSeesMerchants()
  const chosen = String(form.values['customer'] ?? '')
  // The field has read the customer for whoever sees one merchant too: other plans would take what is typed out of theirs.
  const { data: payer } = useRow(customer, (seesMerchants && chosen) || undefined)
  return (
    <>
      <RelatedField
        name="customer"
        target={customer}
        autoFocus
        onChosen={() => seesMerchants && form.setFieldValue('plan', '')}
      />
      <RelatedField<Plan>
        name="plan"
        target={plan}
        {...(payer ? { query: { merchant: payer.merchant } } : {})}
        titleOf={(row) =>
          `${row.name} (${money(row.amount, row.currency_code)} ${every(row.interval, row.interval_count)})`
        }
        disabled={seesMerchants && !payer}
        description={seesMerchants && !chosen ? t('scheduled.customer_first') : undefined}
      />
    </>
  )
}

// An empty end is left out, which means the plan's end; null would mean no end at all.
const onlyWhatWasSaid = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' || value === null ? undefined : value]),
  )
