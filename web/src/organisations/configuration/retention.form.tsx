import { setMerchantRetentionEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import {
  merchantKeptKinds,
  merchantKeptLeast,
} from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import {
  type MerchantConfiguration,
  setMerchantRetentionSchemas,
} from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IntegerField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { presentConfiguration } from './present-configuration.ts'
import { ReasonField } from './reason-field.tsx'

interface SetProps {
  id: string
  configuration: MerchantConfiguration
  onClose: () => void
}

const valuesOf = (configuration: MerchantConfiguration) =>
  Object.fromEntries(merchantKeptKinds.map((kind) => [`keep_${kind}_days`, configuration[`keep_${kind}_days`]]))

export function SetRetention({ id, configuration, onClose }: SetProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={setMerchantRetentionEndpoint}
      body={setMerchantRetentionSchemas.body}
      params={{ id }}
      title={t('merchant_configuration.change_retention')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ ...valuesOf(configuration), reason: '' }}
      present={presentConfiguration(id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('merchant_configuration.retention_saved') })}
    >
      <Text size="sm">{t('merchant_configuration.retention_help')}</Text>
      {merchantKeptKinds.map((kind, at) => (
        <IntegerField
          key={kind}
          name={`keep_${kind}_days`}
          description={t('merchant_configuration.retention_bounds', {
            least: merchantKeptLeast[kind],
            most: configuration.installation_days[kind],
          })}
          isRequired={false}
          autoFocus={at === 0}
        />
      ))}
      <ReasonField />
    </RecordForm>
  )
}
