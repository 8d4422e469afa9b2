import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { createDiscountEndpoint, updateDiscountEndpoint } from '@kontor/contract/subscriptions/discount.endpoints'
import type { SubscriptionDiscount } from '@kontor/contract/subscriptions/discount.entity'
import { discountTypes } from '@kontor/contract/subscriptions/discount.rules'
import { createDiscountSchemas, updateDiscountSchemas } from '@kontor/contract/subscriptions/discount.schemas'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/SimpleGrid.layer.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../platform/api/related.ts'
import { CheckField, ChoiceField, IntegerField, TextField, useField } from '../platform/form/fields.tsx'
import { RecordForm, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related-field.tsx'
import { notify } from '../platform/notify.ts'
import { useOwnOrganisation } from '../platform/own-organisation.ts'

interface DiscountFormProps {
  of?: SubscriptionDiscount | undefined
  opened: boolean
  onClose: () => void
}

/** A new discount, or a change of one. A discount that a subscription has can only change its name. */
export function DiscountForm({ of, opened, onClose }: DiscountFormProps) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  return (
    <RecordForm
      endpoint={of ? updateDiscountEndpoint : createDiscountEndpoint}
      body={(of ? updateDiscountSchemas : createDiscountSchemas).body}
      params={of && { id: of.id }}
      title={of ? t('subscriptions.edit_discount', { name: of.name }) : t('subscriptions.add_discount')}
      verb={of ? t('action.save') : t('subscriptions.add_discount')}
      opened={opened}
      onClose={onClose}
      initial={initialOf(of, own)}
      onDone={({ name }) =>
        notify({ color: 'green', message: t('subscriptions.discount_saved', { name: String(name) }) })
      }
    >
      <Fields isAgreed={of?.in_use === true} />
    </RecordForm>
  )
}

function Fields({ isAgreed }: { isAgreed: boolean }) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const { type } = form.values
  // The amount is cleared when its type changes: fifteen cents are not fifteen percent.
  const withoutAmount = () => form.setFieldValue('amount', '')
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
        <ChoiceField name="type" choices={discountTypes} disabled={isAgreed} onChosen={withoutAmount} />
        {type === 'percentage' ? (
          <PercentField name="amount" disabled={isAgreed} />
        ) : (
          <IntegerField name="amount" disabled={isAgreed} description={t('subscriptions.cents_help')} />
        )}
        <IntegerField name="duration" disabled={isAgreed} description={t('subscriptions.duration_help')} />
        <IntegerField name="minimum_amount" disabled={isAgreed} description={t('subscriptions.minimum_help')} />
      </SimpleGrid>
      <CheckField name="limit_to_first_order" disabled={isAgreed} />
    </>
  )
}

/** A field for a percentage; its value is the fraction for the API. */
function PercentField({ name, disabled }: { name: string; disabled: boolean }) {
  const { t, i18n } = useTranslation()
  const { value, set, input } = useField({ name, label: t('subscriptions.percentage'), disabled })
  const [typed, setTyped] = useState(() => percentOf(value, i18n.language))
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      value={typed}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        set(fractionOf(text))
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

const initialOf = (of: SubscriptionDiscount | undefined, own: string) => ({
  name: of?.name ?? '',
  organisation: of ? idOf(of.organisation) : own,
  type: of?.type ?? 'fixed_cents',
  amount: of?.amount ?? '',
  duration: of?.duration ?? '',
  minimum_amount: of?.minimum_amount ?? '',
  limit_to_first_order: of?.limit_to_first_order ?? false,
})
