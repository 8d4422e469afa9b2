import { createCardAddLinkEndpoint } from '@kontor/contract/checkout/link.endpoints'
import { cardPurposes } from '@kontor/contract/checkout/link.rules'
import { createCardAddLinkSchemas } from '@kontor/contract/checkout/link.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { idOf } from '../../platform/api/related.ts'
import { ChoiceField } from '../../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useViewer } from '../../platform/viewer.ts'
import {
  CustomerField,
  commonStart,
  designOf,
  ExpiryField,
  MailFields,
  PageFields,
  ProfileField,
  WordsFields,
  withReference,
} from './link-form-fields.tsx'
import type { CardAddLinkRow } from './link-kind.ts'
import { proposedReference } from './proposed-reference.ts'

interface CardAddLinkFormProps {
  opened: boolean
  onClose: () => void
  onCreated: (id: string) => void
  /** An existing link to copy. */
  like?: CardAddLinkRow
}

export function CardAddLinkForm({ opened, onClose, onCreated, like }: CardAddLinkFormProps) {
  const { t } = useTranslation()
  const { time_zone } = useViewer()
  const [proposed] = useState(proposedReference)
  return (
    <RecordForm
      endpoint={createCardAddLinkEndpoint}
      body={createCardAddLinkSchemas.body}
      title={t('links.form.card_title')}
      verb={t('links.form.card_verb')}
      like={like?.id}
      opened={opened}
      onClose={onClose}
      initial={{ ...commonStart(time_zone), purpose: 'recurring', ...(like ? valuesOf(like) : {}) }}
      bodyOf={(values) => bodyOf(withReference(values, proposed))}
      onDone={() => notify({ color: 'green', message: t('links.form.card_done') })}
      goOn={(link) => onCreated(String(link.id))}
    >
      <FormPart title={t('links.form.part_card')}>
        <FieldGrid>
          <ProfileField />
          <CustomerField />
          <ChoiceField name="purpose" choices={cardPurposes} />
          <ExpiryField />
        </FieldGrid>
        <WordsFields description={t('links.form.mandate_text')} proposed={proposed} />
        <MailFields />
      </FormPart>
      <FormPart title={t('links.form.part_page')}>
        <FieldGrid>
          <PageFields />
        </FieldGrid>
      </FormPart>
    </RecordForm>
  )
}

const bodyOf = ({ email_address, ...rest }: FormValues): FormValues => ({
  ...rest,
  ...(rest['send_mail'] === true ? { email_address } : {}),
})

const valuesOf = (link: CardAddLinkRow): FormValues => ({
  payment_profile: idOf(link.payment_profile),
  customer: link.customer,
  merchant_reference: link.merchant_reference,
  description: link.description ?? '',
  purpose: link.purpose,
  language: link.language,
  email_address: link.email_address ?? '',
  redirect_url: link.redirect_url ?? '',
  webhook_url: link.webhook_url ?? '',
  checkout: designOf(link),
})
