import { setMerchantCapturingEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import {
  type MerchantConfiguration,
  setMerchantCapturingSchemas,
} from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { useTranslation } from 'react-i18next'
import { CheckField, IntegerField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { presentConfiguration } from './present-configuration.ts'
import { ReasonField } from './reason-field.tsx'

interface SetProps {
  id: string
  configuration: MerchantConfiguration
  onClose: () => void
}

const valuesOf = ({ partial_capture, capture_after_days, release_after_days }: MerchantConfiguration) => ({
  ...{ partial_capture, capture_after_days, release_after_days },
})

export function SetCapturing({ id, configuration, onClose }: SetProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={setMerchantCapturingEndpoint}
      body={setMerchantCapturingSchemas.body}
      params={{ id }}
      title={t('merchant_configuration.change_capturing')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ ...valuesOf(configuration), reason: '' }}
      present={presentConfiguration(id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('merchant_configuration.capturing_saved') })}
    >
      <CheckField name="partial_capture" description={t('merchant_configuration.partial_capture_help')} />
      <IntegerField
        name="capture_after_days"
        description={t('merchant_configuration.capture_after_help')}
        isRequired={false}
      />
      <IntegerField
        name="release_after_days"
        description={t('merchant_configuration.release_after_help')}
        isRequired={false}
      />
      <ReasonField />
    </RecordForm>
  )
}
