import { setMerchantLimitsEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import {
  type MerchantConfiguration,
  setMerchantLimitsSchemas,
} from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AmountField, IntegerField } from '../../platform/form/fields.tsx'
import { RecordForm } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { presentConfiguration } from './present-configuration.ts'
import { ReasonField } from './reason-field.tsx'

interface SetProps {
  id: string
  configuration: MerchantConfiguration
  onClose: () => void
}

const valuesOf = ({ largest_payment, daily_volume, largest_refund, refund_days }: MerchantConfiguration) => ({
  ...{ largest_payment, daily_volume, largest_refund, refund_days },
})

/** One number of minor units holds for every currency (docs/adr/0048); it is typed as an amount of the base currency. */
export function SetLimits({ id, configuration, onClose }: SetProps) {
  const { t } = useTranslation()
  const { base_currency } = configuration
  return (
    <RecordForm
      endpoint={setMerchantLimitsEndpoint}
      body={setMerchantLimitsSchemas.body}
      params={{ id }}
      title={t('merchant_configuration.change_limits')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ ...valuesOf(configuration), reason: '' }}
      present={presentConfiguration(id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('merchant_configuration.limits_saved') })}
    >
      <Text size="sm">{t('merchant_configuration.limits_help')}</Text>
      <AmountField name="largest_payment" currency={base_currency} isRequired={false} autoFocus />
      <AmountField
        name="daily_volume"
        currency={base_currency}
        description={t('merchant_configuration.daily_volume_help')}
        isRequired={false}
      />
      <AmountField name="largest_refund" currency={base_currency} isRequired={false} />
      <IntegerField name="refund_days" description={t('merchant_configuration.refund_days_help')} isRequired={false} />
      <ReasonField />
    </RecordForm>
  )
}
