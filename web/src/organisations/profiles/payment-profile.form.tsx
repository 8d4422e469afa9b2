import { type BankAccount, bankAccount } from '@kontor/contract/bank-accounts/bank-account.entity'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import {
  createPaymentProfileEndpoint,
  newPaymentProfileEndpoint,
  paymentProfileHoldersEndpoint,
  updatePaymentProfileEndpoint,
} from '@kontor/contract/organisations/payment-profile.endpoints'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { currencyHolders, longestDisplayName } from '@kontor/contract/organisations/payment-profile.rules'
import {
  createPaymentProfileSchemas,
  updatePaymentProfileSchemas,
} from '@kontor/contract/organisations/payment-profile.schemas'
import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { CurrencyField } from '../../platform/form/amounts/currency-field.tsx'
import { useAmountsIn } from '../../platform/form/amounts/use-amounts-in.ts'
import { changedValues } from '../../platform/form/changed-values.ts'
import { WaitingDialog } from '../../platform/form/dialog/waiting-dialog.tsx'
import { AmountField, LongTextField, TextField, useField } from '../../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../../platform/form/form-part.tsx'
import { OptionsNotRead } from '../../platform/form/options-not-read.tsx'
import { type FormValues, RecordForm, useFormValues, useRecordForm } from '../../platform/form/record-form.tsx'
import { RelatedField } from '../../platform/form/related/related-field.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'
import { useViewer } from '../../platform/viewer.ts'
import { CategoryField } from '../category-field.tsx'
import type { ProfileRow } from './profile-row.ts'

const texts = [
  'website',
  'description',
  'webhook_transaction_update',
  'webhook_refund_update',
  'webhook_chargeback_update',
  'webhook_failed_email',
] as const

const none: FormValues = {
  ...Object.fromEntries(texts.map((name) => [name, ''])),
  ...{ name: '', display_name: '', largest_payment: null, mcc: '', bank_account: '' },
}

const valuesOf = (row: ProfileRow | PaymentProfile): FormValues => ({
  ...Object.fromEntries(texts.map((name) => [name, row[name] ?? ''])),
  ...{ name: row.name, display_name: row.display_name, largest_payment: row.largest_payment },
  mcc: row.mcc ?? '',
  bank_account: row.bank_account ? idOf(row.bank_account) : '',
  ...{ currency_code: row.currency_code, organisation: idOf(row.organisation) },
})

interface CreateProps {
  /** The organisation that it will belong to; without it the form lets the user choose, beginning with their own. */
  of?: string
  onClose: () => void
}

/** Adds a payment profile. Its currency is that of the merchant, until another one is chosen. */
export function CreateProfile({ of, onClose }: CreateProps) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const { data, error, refetch } = useRead(newPaymentProfileEndpoint, { query: {} })
  if (data)
    return (
      <NewForm
        title={t('profiles.add')}
        like={of}
        isInList={of === undefined}
        initial={{ ...none, currency_code: data.currency_code, organisation: of ?? own }}
        onClose={onClose}
      >
        {data.checked_by.length + data.checked_by_unseen > 0 && (
          <KeptChecks names={data.checked_by} unseen={data.checked_by_unseen} />
        )}
      </NewForm>
    )
  return <WaitingDialog title={t('profiles.add')} reading={{ error, refetch }} height={320} onClose={onClose} />
}

/**
 * Adds a payment profile like another one: all of it but the name, with the processors and the middleware in their order, and
 * with the routings, which need all of the processors.
 */
export function CloneProfile({ row, onClose }: { row: ProfileRow; onClose: () => void }) {
  const { t } = useTranslation()
  // The row may be read again while the form is open.
  const [from] = useState(row)
  const name = t('profiles.copy_of', { name: from.name }).slice(0, 200)
  const seen = from.processors.filter((each) => typeof each !== 'string')
  const asked = from.middleware.filter((each) => typeof each !== 'string')
  const unseen = from.processors.length - seen.length
  const begins = useRead(newPaymentProfileEndpoint, { query: { merchant: from.merchant } }).data
  const kept = { names: begins?.checked_by ?? [], unseen: begins?.checked_by_unseen ?? 0 }
  const routing = unseen === 0 ? from.routing : {}
  const taken = {
    processors: seen.map(({ id }) => id),
    middleware: asked.map(({ id }) => id),
    routing,
    failover: from.failover,
  }
  return (
    <NewForm
      title={t('profiles.clone_title', { name: from.name })}
      like={from.id}
      merchant={from.merchant}
      isInList
      initial={{ ...valuesOf(from), name, ...taken }}
      onClose={onClose}
    >
      <ClonedProcessors names={seen.map((each) => each.name)} unseen={unseen} />
      {Object.keys(from.routing).length > 0 && <ClonedRouting isTaken={unseen === 0} />}
      {(from.middleware.length > 0 || kept.names.length + kept.unseen > 0) && (
        <ClonedMiddleware
          kept={kept}
          names={asked.map((each) => each.name)}
          unseen={from.middleware.length - asked.length}
        />
      )}
    </NewForm>
  )
}

interface NewFormProps {
  title: string
  like: string | undefined
  /** The merchant of a clone, whose processors it takes along. */
  merchant?: string
  initial: FormValues
  /** False in another screen, whose search is none of the list of payment profiles. */
  isInList: boolean
  onClose: () => void
  children?: React.ReactNode
}

function NewForm({ title, like, merchant, initial, isInList, onClose, children }: NewFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <RecordForm
      endpoint={createPaymentProfileEndpoint}
      body={createPaymentProfileSchemas.body}
      title={title}
      verb={t('profiles.add')}
      opened
      onClose={onClose}
      like={like}
      initial={initial}
      onDone={({ name }) => notify({ color: 'green', message: t('profiles.created', { name: String(name) }) })}
      goOn={({ id }) =>
        void navigate({
          to: `/paymentprofiles/${String(id)}`,
          ...(isInList ? { search: true, resetScroll: false } : {}),
        })
      }
    >
      <Fields merchant={merchant} fillsDisplayName />
      {children}
    </RecordForm>
  )
}

/** Changes a payment profile. What nobody changes here is not sent: a colleague may have changed it meanwhile. */
export function EditProfile({ row, onClose }: { row: ProfileRow; onClose: () => void }) {
  const { t } = useTranslation()
  const [opened] = useState(() => valuesOf(row))
  return (
    <RecordForm
      endpoint={updatePaymentProfileEndpoint}
      body={updatePaymentProfileSchemas.body}
      params={{ id: row.id }}
      title={t('profiles.edit_title', { name: row.name })}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={opened}
      bodyOf={(values) => changedValues(opened, values)}
      present={presentRow(paymentProfile, row.id, valuesOf)}
      onDone={({ name }) => notify({ color: 'green', message: t('profiles.saved', { name: String(name) }) })}
    >
      <Fields of={row} merchant={row.merchant} />
    </RecordForm>
  )
}

const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''

interface FieldsProps {
  of?: ProfileRow
  merchant?: string | undefined
  fillsDisplayName?: boolean
}

function Fields({ of, merchant, fillsDisplayName = false }: FieldsProps) {
  const { t } = useTranslation()
  const { currency_code } = useFormValues()
  const currency = typeof currency_code === 'string' ? currency_code : ''
  const shown = useRef<HTMLInputElement>(null)
  return (
    <>
      <FieldGrid>
        <NameField fills={fillsDisplayName ? shown : undefined} />
        <TextField
          name="display_name"
          ref={shown}
          maxLength={longestDisplayName}
          isRequired
          description={t('profiles.display_name_help')}
        />
        <RelatedField
          name="organisation"
          target={organisation}
          isRequired
          query={{ _sort: 'name', ...(merchant ? { merchant } : {}) }}
        />
        {of ? <KnownCurrency id={of.id} stored={of.currency_code} /> : <CurrencyField amounts={amounts} />}
        <TextField name="website" type="url" maxLength={2000} placeholder="https://" />
        <AmountField name="largest_payment" currency={currency} description={t('profiles.largest_payment_help')} />
        <CategoryField description={t('profiles.mcc_help')} />
        <BankAccountField merchant={merchant} />
      </FieldGrid>
      <LongTextField name="description" rows={2} />
      <FormPart title={t('profiles.tab_webhooks')}>
        <FieldGrid>
          <TextField
            name="webhook_transaction_update"
            type="url"
            maxLength={2000}
            placeholder="https://"
            description={t('api_settings.callback_help')}
          />
          <TextField
            name="webhook_failed_email"
            type="email"
            maxLength={254}
            description={t('api_settings.callback_mail_help')}
          />
          <TextField name="webhook_refund_update" type="url" maxLength={2000} placeholder="https://" />
          <TextField name="webhook_chargeback_update" type="url" maxLength={2000} placeholder="https://" />
        </FieldGrid>
      </FormPart>
    </>
  )
}

/** Where the shop is paid, for a provider that collects the money itself. A verified account alone can be chosen. */
function BankAccountField({ merchant }: { merchant: string | undefined }) {
  const { t } = useTranslation()
  const { modules } = useViewer()
  if (!modules.includes('collecting')) return null
  return (
    <RelatedField
      name="bank_account"
      target={bankAccount}
      titleOf={({ iban, holder }: BankAccount) => `${iban} · ${holder}`}
      query={{ status: 'VERIFIED', _sort: 'holder', ...(merchant ? { merchant } : {}) }}
      description={t('profiles.bank_account_help')}
    />
  )
}

/** The name. When it is left, a new profile without a display name gets the same one (001 section 4). */
function NameField({ fills }: { fills: RefObject<HTMLInputElement | null> | undefined }) {
  const { form, isFixed } = useRecordForm()
  const fill = () => {
    const { name, display_name } = form.getValues()
    if (!fills || isFixed || isBlank(name) || !isBlank(display_name)) return
    form.setFieldValue('display_name', String(name).trim().slice(0, longestDisplayName))
    // Whoever goes on to the display name types over what was filled in, as over any text that Tab leads to.
    setTimeout(() => {
      if (document.activeElement === fills.current) fills.current?.select()
    })
  }
  return <TextField name="name" maxLength={200} autoFocus isRequired onLeave={fill} />
}

const amounts = ['largest_payment']

/** The currency of a profile that exists: it stays once something has an amount in it. */
function KnownCurrency({ id, stored }: { id: string; stored: string }) {
  const { t } = useTranslation()
  const { form, isFixed } = useRecordForm()
  const reading = useRead(paymentProfileHoldersEndpoint, { params: { id } })
  const isHeld = reading.data?.some(({ holder }) => currencyHolders.includes(holder))
  const isWrong = isHeld === true && !isFixed && form.values['currency_code'] !== stored
  // The first payment may be made while the form is open: the other currency could then be neither sent nor taken back.
  const convert = useAmountsIn(amounts)
  const takeBack = useEffectEvent(() => {
    form.setFieldValue('currency_code', stored)
    convert(String(form.values['currency_code']), stored)
  })
  useEffect(() => {
    if (isWrong) takeBack()
  }, [isWrong])
  return (
    <div>
      <CurrencyField
        amounts={amounts}
        disabled={isHeld !== false}
        description={isHeld ? t('form_validation.currency_in_use') : undefined}
      />
      <OptionsNotRead {...reading} />
    </div>
  )
}

/** What a clone takes along besides the fields of the form. */
function ClonedProcessors({ names, unseen }: { names: readonly string[]; unseen: number }) {
  const { t } = useTranslation()
  const { input } = useField({ name: 'processors' })
  return (
    <FormPart title={t('profiles.tab_processors')}>
      <Text size="sm">{names.length > 0 ? names.join(', ') : t('profiles.no_processors')}</Text>
      {unseen > 0 && (
        <Text size="sm" c="dimmed">
          {t('profiles.unseen_not_cloned', { count: unseen })}
        </Text>
      )}
      {input.error && (
        <Text size="sm" c="red" role="alert">
          {input.error}
        </Text>
      )}
    </FormPart>
  )
}

function ClonedRouting({ isTaken }: { isTaken: boolean }) {
  const { t } = useTranslation()
  const { input } = useField({ name: 'routing' })
  return (
    <FormPart title={t('profiles.tab_routing')}>
      <Text size="sm">{isTaken ? t('profiles.routing_cloned') : t('profiles.routing_not_cloned')}</Text>
      {input.error && (
        <Text size="sm" c="red" role="alert">
          {input.error}
        </Text>
      )}
    </FormPart>
  )
}

interface ClonedMiddlewareProps {
  names: readonly string[]
  unseen: number
  /** What the clone gets in any case. */
  kept: { names: readonly string[]; unseen: number }
}

function ClonedMiddleware({ names, unseen, kept }: ClonedMiddlewareProps) {
  const { t } = useTranslation()
  const { input } = useField({ name: 'middleware' })
  if (kept.names.length + kept.unseen > 0)
    return <KeptChecks names={[...new Set([...names, ...kept.names])]} unseen={kept.unseen} />
  return (
    <FormPart title={t('profiles.tab_middleware')}>
      <Text size="sm">{names.length > 0 ? names.join(', ') : t('profiles.no_middleware')}</Text>
      {unseen > 0 && (
        <Text size="sm" c="dimmed">
          {t('profiles.unseen_middleware_not_cloned', { count: unseen })}
        </Text>
      )}
      {input.error && (
        <Text size="sm" c="red" role="alert">
          {input.error}
        </Text>
      )}
    </FormPart>
  )
}

/** What the provider has the merchant's shops checked by: the new one gets it as well, and whoever may not choose it reads so. */
function KeptChecks({ names, unseen }: { names: readonly string[]; unseen: number }) {
  const { t } = useTranslation()
  const { input } = useField({ name: 'middleware' })
  return (
    <FormPart title={t('profiles.tab_middleware')}>
      <Text size="sm">
        {[...names, ...(unseen > 0 ? [t('profiles.checked_by_unseen', { count: unseen })] : [])].join(', ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('profiles.checked_as_others')}
      </Text>
      {input.error && (
        <Text size="sm" c="red" role="alert">
          {input.error}
        </Text>
      )}
    </FormPart>
  )
}
