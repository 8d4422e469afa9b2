import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import { deleteDiscountEndpoint, updateDiscountEndpoint } from '@kontor/contract/subscriptions/discount.endpoints'
import { type SubscriptionDiscount, subscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { idOf, type Related } from '../platform/api/related.ts'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { ActionBar } from '../platform/panel/action-bar.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { DeleteAction } from '../platform/panel/delete-action.tsx'
import { HistoryBelow } from '../platform/panel/history-tab.tsx'
import { TitledHead } from '../platform/panel/panel-head.tsx'
import { RelatedName } from '../platform/panel/related-name.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import { ShortId } from '../ui/short-id.tsx'
import typography from '../ui/words/typography.module.css'
import { Cycles } from './cycles.tsx'
import { DiscountForm } from './discount.form.tsx'
import { useDiscountAmount } from './discount-amount.ts'

type DiscountRow = Populated<typeof subscriptionDiscount, { organisation: Related<Organisation> }>

export default function DiscountPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const amountOf = useDiscountAmount()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(updateDiscountEndpoint, id)))
  const { data, error, refetch } = useRow<typeof subscriptionDiscount, DiscountRow>(subscriptionDiscount, id, {
    populate: ['organisation'],
  })
  if (!data) return <NotYet error={error} refetch={refetch} rows={9} />
  return (
    <>
      <TitledHead
        title={data.name}
        actions={
          data.deleted_at === null ? (
            <ActionBar>
              <IfMay do={updateDiscountEndpoint}>
                <ActionButton icon={IconPencil} label={t('subscriptions.edit')} onClick={() => setEditing(true)} />
                <DiscountForm
                  of={{ ...data, organisation: idOf(data.organisation) }}
                  opened={isEditing}
                  onClose={() => setEditing(false)}
                />
              </IfMay>
              <IfMay do={deleteDiscountEndpoint}>
                <DeleteAction
                  endpoint={deleteDiscountEndpoint}
                  row={data}
                  text={t(data.in_use ? 'subscriptions.delete_given_text' : 'subscriptions.delete_text')}
                  done={t('subscriptions.discount_deleted', { name: data.name })}
                />
              </IfMay>
            </ActionBar>
          ) : (
            <Text size="sm">{t('subscriptions.discount_gone')}</Text>
          )
        }
      >
        <span className={typography.tabular}>{amountOf(data)}</span>
      </TitledHead>
      <DiscountDetails row={data} />
      <HistoryBelow entity={subscriptionDiscount} id={id} />
    </>
  )
}

function DiscountDetails({ row }: { row: DiscountRow }) {
  const labels = useLabels()
  const amountOf = useDiscountAmount()
  const label = (name: keyof SubscriptionDiscount) => labels.field(subscriptionDiscount, name)
  return (
    <FieldList
      fields={[
        [label('type'), labels.value('type', subscriptionDiscount.fields.type, row.type)],
        [label('amount'), amountOf(row)],
        [label('duration'), <Cycles key="duration" most={row.duration} />],
        [
          label('minimum_amount'),
          row.minimum_amount === null ? null : amountOf({ ...row, type: 'fixed_cents', amount: row.minimum_amount }),
        ],
        [
          label('limit_to_first_order'),
          labels.value('', subscriptionDiscount.fields.limit_to_first_order, String(row.limit_to_first_order)),
        ],
        [label('organisation'), <RelatedName key="organisation" of={row.organisation} />],
        [label('created_at'), <Instant key="at" value={row.created_at} />],
        [label('id'), <ShortId key="id" value={row.id} />],
      ]}
    />
  )
}
