import { languages } from '@kontor/contract/codes/languages'
import { setMerchantMailSenderEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import {
  type MerchantConfiguration,
  setMerchantMailSenderSchemas,
} from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { useTranslation } from 'react-i18next'
import { ChoiceField, TextField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { presentConfiguration } from './present-configuration.ts'
import { ReasonField } from './reason-field.tsx'

interface SetProps {
  id: string
  configuration: MerchantConfiguration
  onClose: () => void
}

const valuesOf = ({ mail_name, mail_reply_to, mail_language }: MerchantConfiguration) => ({
  ...{ mail_name: mail_name ?? '', mail_reply_to: mail_reply_to ?? '', mail_language: mail_language ?? '' },
})

export function SetMailSender({ id, configuration, onClose }: SetProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <RecordForm
      endpoint={setMerchantMailSenderEndpoint}
      body={setMerchantMailSenderSchemas.body}
      params={{ id }}
      title={t('merchant_configuration.change_mail_sender')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ ...valuesOf(configuration), reason: '' }}
      present={presentConfiguration(id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('merchant_configuration.mail_sender_saved') })}
    >
      <TextField
        name="mail_name"
        maxLength={100}
        description={t('merchant_configuration.mail_name_help')}
        isRequired={false}
        autoFocus
      />
      <TextField
        name="mail_reply_to"
        type="email"
        description={t('merchant_configuration.mail_reply_to_help')}
        isRequired={false}
      />
      <ChoiceField
        name="mail_language"
        choices={languages}
        textOf={(language) => labels.value('language', undefined, language)}
        noneText={t('merchant_configuration.language_of_merchant')}
        description={t('merchant_configuration.mail_language_help')}
        isRequired={false}
      />
      <ReasonField />
    </RecordForm>
  )
}
