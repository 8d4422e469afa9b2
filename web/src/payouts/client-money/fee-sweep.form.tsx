import { createFeeSweepEndpoint } from '@kontor/contract/payouts/client-money/client-money.endpoints'
import { createFeeSweepSchemas } from '@kontor/contract/payouts/client-money/client-money.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AmountField, ChoiceField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useMoney } from '../../platform/value/use-money.ts'

interface Account {
  id: string
  name: string
}

interface SweepFeesProps {
  currency: string
  /** Minor units. */
  most: number
  accounts: readonly Account[]
  own: readonly Account[]
  onClose: () => void
}

/** Proposes to move what was earned to the provider's own account. */
export function SweepFees({ currency, most, accounts, own, onClose }: SweepFeesProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const nameOf = (all: readonly Account[]) => (id: string) => all.find((each) => each.id === id)?.name ?? id
  const idsOf = (all: readonly Account[]) => all.map(({ id }) => id)
  return (
    <RecordForm
      endpoint={createFeeSweepEndpoint}
      body={createFeeSweepSchemas.body}
      title={t('client_money.sweep_title')}
      verb={t('client_money.sweep')}
      opened
      onClose={onClose}
      like={currency}
      initial={{ from: accounts[0]?.id ?? '', to: own[0]?.id ?? '', amount: most }}
      onDone={() => notify({ color: 'green', message: t('client_money.proposed') })}
    >
      <Text size="sm">{t('client_money.sweep_text', { most: money(most, currency) })}</Text>
      <AmountField name="amount" label={t('client_money.amount')} currency={currency} autoFocus isRequired />
      <ChoiceField name="from" label={t('client_money.from')} choices={idsOf(accounts)} textOf={nameOf(accounts)} />
      <ChoiceField name="to" label={t('client_money.to')} choices={idsOf(own)} textOf={nameOf(own)} />
    </RecordForm>
  )
}
