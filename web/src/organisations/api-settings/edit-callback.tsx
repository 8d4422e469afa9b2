import { callbackFields } from '@kontor/contract/organisations/callback-addresses.rules'
import type { CallbackProfile } from '@kontor/contract/organisations/callback-addresses.schemas'
import { updatePaymentProfileEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { type PaymentProfile, paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { updatePaymentProfileSchemas } from '@kontor/contract/organisations/payment-profile.schemas'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'

const valuesOf = (profile: Pick<PaymentProfile, (typeof callbackFields)[number]>) =>
  Object.fromEntries(callbackFields.map((field) => [field, profile[field] ?? '']))

export function EditCallback({ profile }: { profile: CallbackProfile }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(useHasDraft(draftName(updatePaymentProfileEndpoint, profile.id)))
  const { name } = profile
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        aria-label={t('api_settings.callback_edit_of', { name })}
        onClick={() => setOpened(true)}
      >
        {t('action.edit')}
      </Button>
      <RecordForm
        endpoint={updatePaymentProfileEndpoint}
        body={updatePaymentProfileSchemas.body}
        params={{ id: profile.id }}
        title={t('api_settings.callback_title', { name })}
        verb={t('action.save')}
        size="md"
        opened={opened}
        onClose={() => setOpened(false)}
        initial={valuesOf(profile)}
        present={presentRow(paymentProfile, profile.id, valuesOf)}
        onDone={() => notify({ color: 'green', message: t('api_settings.callback_saved', { name }) })}
      >
        <TextField
          name="webhook_transaction_update"
          type="url"
          maxLength={2000}
          placeholder="https://"
          autoFocus
          description={t('api_settings.callback_help')}
        />
        <TextField name="webhook_refund_update" type="url" maxLength={2000} placeholder="https://" />
        <TextField name="webhook_chargeback_update" type="url" maxLength={2000} placeholder="https://" />
        <TextField
          name="webhook_failed_email"
          type="email"
          maxLength={254}
          description={t('api_settings.callback_mail_help')}
        />
      </RecordForm>
    </>
  )
}
