import { type SubscriptionDiscount, subscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { isEligible } from '@kontor/contract/subscriptions/discount.rules'
import {
  addDiscountEndpoint,
  removeAttachedDiscountEndpoint,
} from '@kontor/contract/subscriptions/subscription.endpoints'
import { subscriptionCan } from '@kontor/contract/subscriptions/subscription.rules'
import type { AttachedDiscount } from '@kontor/contract/subscriptions/subscription.schemas'
import { Alert, Button, Group, NativeSelect } from '@mantine/core'
import { IconDiscountOff, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useCommand } from '../platform/api/use-command.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { notify } from '../platform/notify.ts'
import { useMay } from '../platform/viewer.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { NumberCell, NumberHead, SmallTable, WordsCell } from '../ui/table/small-table.tsx'
import typography from '../ui/words/typography.module.css'
import { WordTag } from '../ui/words/word-tag.tsx'
import { useDiscountAmount } from './discount-amount.ts'
import type { SubscriptionRow } from './subscription-row.ts'

/** The discounts of a subscription. One can be active at a time; a new one is chosen from the eligible ones. */
export function SubscriptionDiscounts({ row }: { row: SubscriptionRow }) {
  const { t } = useTranslation()
  const mayReadDiscounts = useMay(subscriptionDiscount.roles.list)
  return (
    <>
      {subscriptionCan.discount(row) && mayReadDiscounts && (
        <IfMay do={addDiscountEndpoint}>
          <ApplyDiscount row={row} />
        </IfMay>
      )}
      {row.discounts_attached.length === 0 ? (
        <EmptyState
          icon={<IconDiscountOff />}
          title={t('subscriptions.no_discounts')}
          text={t('subscriptions.no_discounts_text')}
        />
      ) : (
        <Attached row={row} />
      )}
    </>
  )
}

function ApplyDiscount({ row }: { row: SubscriptionRow }) {
  const { t } = useTranslation()
  const amountOf = useDiscountAmount()
  const textOf = useRefusalText()
  const [chosen, setChosen] = useState('')
  const { submit, refusal, isBusy } = useCommand(addDiscountEndpoint)
  const { data } = useList(subscriptionDiscount, {
    ...{ merchant: row.merchant, _limit: '1000', _sort: 'name' },
  })
  const eligible = (data ?? []).filter((each: SubscriptionDiscount) => isEligible(each, row))
  const hasActive = row.discounts_attached.some(({ active }) => active)

  async function apply() {
    if ((await submit({ id: row.id, discountId: chosen }, {})) === undefined) return
    setChosen('')
    notify({ color: 'green', message: t('subscriptions.discount_applied') })
  }

  return (
    <>
      <Group align="flex-start" gap={8} mb="md">
        <NativeSelect
          label={t('subscriptions.choose_discount')}
          description={hasActive ? t('subscriptions.has_active') : undefined}
          flex={1}
          disabled={hasActive}
          value={chosen}
          data={[
            { value: '', label: data && eligible.length === 0 ? t('subscriptions.none_eligible') : t('form.choose') },
            ...eligible.map((each) => ({
              value: each.id,
              label: `${each.name} (${amountOf(each, row.currency_code)})`,
            })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {/* The eligibility rules are in specification 000, section 5. */}
        {/* The margin is the height of the label, so that the button stands beside the field. */}
        <Button mt={22} disabled={hasActive || chosen === '' || isBusy} loading={isBusy} onClick={() => void apply()}>
          {t('subscriptions.apply')}
        </Button>
      </Group>
      {refusal && (
        <Alert color="red" role="alert" mb="md">
          {textOf(refusal)}
        </Alert>
      )}
    </>
  )
}

function Attached({ row }: { row: SubscriptionRow }) {
  const { t } = useTranslation(['main', 'fields'])
  return (
    <SmallTable label={t('subscriptions.tab.discounts')}>
      <thead>
        <tr>
          <th scope="col">{t('fields:name')}</th>
          <NumberHead>{t('fields:amount')}</NumberHead>
          <th scope="col">{t('subscriptions.applied')}</th>
          <th scope="col">{t('fields:active')}</th>
        </tr>
      </thead>
      <tbody>
        {row.discounts_attached.map((attached) => (
          <AttachedRow key={attached.id} attached={attached} row={row} />
        ))}
      </tbody>
    </SmallTable>
  )
}

function AttachedRow({ attached, row }: { attached: AttachedDiscount; row: SubscriptionRow }) {
  const { t } = useTranslation(['main', 'fields'])
  const amountOf = useDiscountAmount()
  const { subscription_discount: discount, applied_duration: count } = attached
  return (
    <tr>
      <WordsCell>{discount.name}</WordsCell>
      <NumberCell>{amountOf(discount, row.currency_code)}</NumberCell>
      <td className={typography.tabular}>
        {discount.duration === null
          ? t('subscriptions.applied_cycles', { count })
          : t('subscriptions.applied_of', { applied: count, count: discount.duration })}
      </td>
      <td>
        <Group gap={8} wrap="nowrap">
          <WordTag color={attached.active ? 'green' : 'gray'}>
            {t(attached.active ? 'fields:boolean.true' : 'fields:boolean.false')}
          </WordTag>
          {attached.active && subscriptionCan.discount(row) && (
            <IfMay do={removeAttachedDiscountEndpoint}>
              <RemoveDiscount attached={attached} subscription={row.id} />
            </IfMay>
          )}
        </Group>
      </td>
    </tr>
  )
}

function RemoveDiscount({ attached, subscription }: { attached: AttachedDiscount; subscription: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        px={6}
        aria-label={t('subscriptions.remove')}
        title={t('subscriptions.remove')}
        onClick={() => setAsking(true)}
      >
        <IconTrash size={14} aria-hidden="true" />
      </Button>
      <ConfirmCommand
        endpoint={removeAttachedDiscountEndpoint}
        params={{ id: subscription, discountId: attached.subscription_discount.id }}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('subscriptions.remove_title', { name: attached.subscription_discount.name })}
        text={t('subscriptions.remove_text')}
        verb={t('subscriptions.remove')}
        isDangerous
        done={t('subscriptions.discount_removed')}
      />
    </>
  )
}
