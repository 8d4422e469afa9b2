import { cardAddLink } from '@kontor/contract/checkout/card-add-link.entity'
import { paymentLink } from '@kontor/contract/checkout/payment-link.entity'
import { chargeback } from '@kontor/contract/disputes/chargeback.entity'
import type { Entity } from '@kontor/contract/entity'
import { refund } from '@kontor/contract/payments/refund.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { report } from '@kontor/contract/reports/report.entity'
import { settlement } from '@kontor/contract/settlements/settlement.entity'
import { subscription } from '@kontor/contract/subscriptions/subscription.entity'
import { createWebhookEndpoint } from '@kontor/contract/webhooks/webhook.endpoints'
import type { Webhook } from '@kontor/contract/webhooks/webhook.entity'
import { type SendableType, sendableTypes, statusesToTell } from '@kontor/contract/webhooks/webhook.rules'
import { createWebhookSchemas } from '@kontor/contract/webhooks/webhook.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { titleOfRow } from '../platform/api/related.ts'
import { ChoiceField, TextField } from '../platform/form/fields.tsx'
import { RecordForm, useFormValues, useRecordForm } from '../platform/form/record-form.tsx'
import { RelatedField } from '../platform/form/related/related-field.tsx'
import { notify } from '../platform/notify.ts'
import { useMay } from '../platform/viewer.ts'
import { useKnownText } from '../ui/known-text.ts'

interface WebhookFormProps {
  /** The webhook to copy. */
  like?: Webhook
  onClose: () => void
  onCreated: (id: string) => void
}

export function WebhookForm({ like, onClose, onCreated }: WebhookFormProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={createWebhookEndpoint}
      body={createWebhookSchemas.body}
      title={t('webhooks.create_title')}
      verb={t('webhooks.create_verb')}
      size="md"
      opened
      onClose={onClose}
      like={like?.id}
      initial={like ? startLike(like) : empty}
      onDone={() => notify({ color: 'blue', message: t('webhooks.created') })}
      goOn={(row) => onCreated(String(row['id']))}
    >
      <Text size="sm">{t('webhooks.create_text')}</Text>
      <TextField name="url" type="url" maxLength={2000} placeholder="https://" autoFocus />
      <TypeField />
      <ItemField />
      <StatusField />
    </RecordForm>
  )
}

const empty = { url: '', type: '', item_id: '', status: '' }

const startLike = ({ url, type, item_id, status }: Webhook) =>
  isSendable(type) ? { url, type, item_id, status } : { ...empty, url }

const isSendable = (type: unknown): type is SendableType => sendableTypes.some((each) => each === type)

const entities: Readonly<Record<SendableType, Entity>> = {
  transaction,
  refund,
  chargeback,
  // The payment that was hit.
  validationruleset: transaction,
  cardlink: cardAddLink,
  paymentlink: paymentLink,
  subscription,
  settlement,
  report,
}

/** A change of type clears the item and the status: other types have other ids and statuses. */
function TypeField() {
  const { form } = useRecordForm()
  return (
    <ChoiceField name="type" choices={sendableTypes} onChosen={() => form.setValues({ item_id: '', status: '' })} />
  )
}

function ItemField() {
  const { t } = useTranslation()
  const { type } = useFormValues()
  const target = isSendable(type) ? entities[type] : undefined
  const mayLook = useMay(target?.roles.list ?? [])
  if (target && mayLook)
    return (
      <RelatedField
        key={target.name}
        name="item_id"
        target={target}
        titleOf={titleOfItem}
        description={t('webhooks.item_help')}
      />
    )
  return <TextField name="item_id" maxLength={36} disabled={!target} description={t('webhooks.item_id_help')} />
}

/** The title with the end of the id, because two refunds of one payment share a reference. */
const titleOfItem = (row: Readonly<Record<string, unknown>>) => {
  const title = titleOfRow(row)
  return title.startsWith('…') ? title : `${title} …${String(row.id).slice(-8)}`
}

function StatusField() {
  const textOf = useKnownText()
  const { type } = useFormValues()
  const choices = isSendable(type) ? statusesToTell[type] : []
  return (
    <ChoiceField
      name="status"
      choices={choices}
      // The code is what the receiver's program reads.
      textOf={(status) => `${textOf('fields:status', status, status)} (${status})`}
      disabled={choices.length === 0}
    />
  )
}
