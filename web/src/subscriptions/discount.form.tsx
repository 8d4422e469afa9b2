import { currencyExponents } from '@kontor/contract/codes/currencies'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { createDiscountEndpoint, updateDiscountEndpoint } from '@kontor/contract/subscriptions/discount.endpoints'
import { type SubscriptionDiscount, subscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { discountTypes } from '@kontor/contract/subscriptions/discount.rules'
import { createDiscountSchemas, updateDiscountSchemas } from '@kontor/contract/subscriptions/discount.schemas'
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../platform/api/api-client.ts'
import { useList } from '../platform/api/reading.ts'
import { idOf } from '../platform/api/related.ts'
import { useAmountsIn } from '../platform/form/amounts/use-amounts-in.ts'
import { WaitingDialog } from '../platform/form/dialog/waiting-dialog.tsx'
import { AmountField, CheckField, ChoiceField, IntegerField, TextField, useField } from '../platform/form/fields.tsx'
import { RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { presentRow } from '../platform/form/use-meanwhile.ts'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'
import { useMay } from '../platform/viewer.ts'

interface DiscountFormProps {
  of?: SubscriptionDiscount | undefined
  opened: boolean
  onClose: () => void
}

/** A new discount, or a change of one. A discount that a subscription has can only change its name. */
export function DiscountForm({ of, opened, onClose }: DiscountFormProps) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const { currencies, reading } = useShopCurrencies()
  const title = of ? t('subscriptions.edit_discount', { name: of.name }) : t('subscriptions.add_discount')
  if (!currencies)
    return opened ? <WaitingDialog title={title} reading={reading} height={360} onClose={onClose} /> : null
  return (
    <RecordForm
      endpoint={of ? updateDiscountEndpoint : createDiscountEndpoint}
      body={(of ? updateDiscountSchemas : createDiscountSchemas).body}
      params={of && { id: of.id }}
      title={title}
      verb={of ? t('action.save') : t('subscriptions.add_discount')}
      opened={opened}
      onClose={onClose}
      initial={initialOf(of, own, currencies)}
      present={of && presentRow(subscriptionDiscount, of.id, (row) => initialOf(row, own, currencies))}
      onDone={({ name }) =>
        notify({ color: 'green', message: t('subscriptions.discount_saved', { name: String(name) }) })
      }
    >
      <Fields isAgreed={of?.in_use === true} currencies={currencies} />
    </RecordForm>
  )
}

interface FieldsProps {
  isAgreed: boolean
  currencies: readonly string[]
}

function Fields({ isAgreed, currencies }: FieldsProps) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const { type, currency_code, minimum_amount } = form.values
  const isShare = type === 'percentage'
  const currency = typeof currency_code === 'string' ? currency_code : ''

  function changeType() {
    // Fifteen euros are not fifteen percent. A share is of any amount, unless a minimum has a currency.
    const forShare = minimum_amount === null ? '' : currency
    form.setValues({ amount: null, currency_code: isShare ? currency || currencies[0] : forShare })
  }

  return (
    <>
      <TextField name="name" maxLength={200} autoFocus />
      <RelatedField name="organisation" target={organisation} />
      {isAgreed && (
        <Text size="sm" c="dimmed">
          {t('subscriptions.given')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <ChoiceField name="type" choices={discountTypes} disabled={isAgreed} onChosen={changeType} />
        <CurrencyOfDiscount isAgreed={isAgreed} isShare={isShare} currencies={currencies} />
        {isShare ? (
          <PercentField name="amount" disabled={isAgreed} />
        ) : (
          <Sum name="amount" {...{ currency, isAgreed }} />
        )}
        <Sum name="minimum_amount" {...{ currency, isAgreed }} description={t('subscriptions.minimum_help')} />
        <IntegerField name="duration" disabled={isAgreed} description={t('subscriptions.duration_help')} />
      </SimpleGrid>
      <CheckField name="limit_to_first_order" disabled={isAgreed} />
    </>
  )
}

/** The currency of the amounts. Without one there are none. */
function CurrencyOfDiscount({ isAgreed, isShare, currencies }: FieldsProps & { isShare: boolean }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const { value, set, input } = useField({ name: 'currency_code', disabled: isAgreed, isRequired: !isShare })
  const { readOnly, disabled, ...rest } = input
  const before = typeof value === 'string' ? value : ''
  const amounts = isShare ? ['minimum_amount'] : ['amount', 'minimum_amount']
  const convert = useAmountsIn(amounts)

  function choose(currency: string) {
    set(currency)
    if (currency) return convert(before, currency)
    for (const name of amounts) form.setFieldValue(name, null)
  }

  return (
    <NativeSelect
      {...rest}
      disabled={disabled || readOnly}
      description={t('subscriptions.currency_help')}
      data={[
        ...(isShare || before === ''
          ? [{ value: '', label: t(isShare ? 'subscriptions.any_currency' : 'form.choose') }]
          : []),
        ...[...new Set([...currencies, before])].filter(Boolean),
      ]}
      value={before}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

interface SumProps {
  name: string
  currency: string
  isAgreed: boolean
  description?: string
}

/** An amount in the chosen currency. Without one, its number of decimals is not known. */
function Sum({ name, currency, isAgreed, description }: SumProps) {
  const { t } = useTranslation()
  if (currency === '') return <IntegerField name={name} disabled description={t('subscriptions.currency_first')} />
  return <AmountField name={name} currency={currency} disabled={isAgreed} description={description} />
}

/** The currencies of the shops, the most frequent one first; all currencies for somebody who may not see the shops. */
function useShopCurrencies() {
  const mayRead = useMay(paymentProfile.roles.list)
  const reading = useList(paymentProfile, { _limit: '1000' }, { enabled: mayRead })
  return { reading, currencies: mayRead ? currenciesOf(reading) : allCurrencies }
}

const allCurrencies = Object.keys(currencyExponents)

function currenciesOf({ data, error }: UseQueryResult<PaymentProfile[], ApiRefusal>): readonly string[] | undefined {
  if (error || data?.length === 0) return allCurrencies
  if (!data) return undefined
  const counts = new Map<string, number>()
  for (const { currency_code: each } of data) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one).map(([code]) => code)
}

/** A field for a percentage; its value is the fraction for the API. */
function PercentField({ name, disabled }: { name: string; disabled: boolean }) {
  const { t, i18n } = useTranslation()
  const { value, set, input } = useField({ name, label: t('subscriptions.percentage'), disabled })
  const [draft, setDraft] = useState<{ text: string; value: unknown }>()
  // The typed text stays until the value is changed from outside.
  const text = draft && draft.value === value ? draft.text : percentOf(value, i18n.language)
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      value={text}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const next = fractionOf(typed)
        setDraft({ text: typed, value: next })
        set(next)
      }}
    />
  )
}

/** The fraction of a typed percentage. Other text stays as typed, and the schema refuses it. */
function fractionOf(text: string): number | string {
  const plain = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,4})?$/.test(plain) ? Number((Number(plain) / 100).toFixed(6)) : plain
}

const percentOf = (value: unknown, language: string): string =>
  typeof value === 'number' && value <= 1
    ? new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value * 100)
    : ''

const initialOf = (of: SubscriptionDiscount | undefined, own: string, [usual]: readonly string[]) => ({
  name: of?.name ?? '',
  organisation: of ? idOf(of.organisation) : own,
  type: of?.type ?? 'fixed_cents',
  amount: of?.amount ?? null,
  currency_code: of ? (of.currency_code ?? '') : usual,
  duration: of?.duration ?? '',
  minimum_amount: of?.minimum_amount ?? null,
  limit_to_first_order: of?.limit_to_first_order ?? false,
})
