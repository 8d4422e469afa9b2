import type { MerchantModule } from '@kontor/contract/modules'
import { setMerchantModulesEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import {
  type MerchantConfiguration,
  setMerchantModulesSchemas,
} from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CheckField } from '../../platform/form/fields.tsx'
import { RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { notify } from '../../platform/notify.ts'
import { modulesOf } from './modules-of.ts'
import { presentConfiguration } from './present-configuration.ts'
import { ReasonField } from './reason-field.tsx'

interface SetProps {
  id: string
  configuration: MerchantConfiguration
  onClose: () => void
}

const valuesOf = ({ has_collecting, has_subscriptions, has_terminals }: MerchantConfiguration) => ({
  ...{ has_collecting, has_subscriptions, has_terminals },
})

export function SetModules({ id, configuration, onClose }: SetProps) {
  const { t } = useTranslation()
  return (
    <RecordForm
      endpoint={setMerchantModulesEndpoint}
      body={setMerchantModulesSchemas.body}
      params={{ id }}
      title={t('merchant_configuration.change_modules')}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ ...valuesOf(configuration), reason: '' }}
      present={presentConfiguration(id, valuesOf)}
      onDone={() => notify({ color: 'green', message: t('merchant_configuration.modules_saved') })}
    >
      <Text size="sm">{t('merchant_configuration.modules_help')}</Text>
      {modulesOf(configuration).map((module) => (
        <CheckField key={module} name={`has_${module}`} description={<GoesOn {...{ module, configuration }} />} />
      ))}
      <ReasonField />
    </RecordForm>
  )
}

/** What goes on of a part, while it is being switched off. */
function GoesOn({ module, configuration }: { module: MerchantModule; configuration: MerchantConfiguration }) {
  const { t } = useTranslation()
  const values = useFormValues()
  const isSwitchedOff = configuration[`has_${module}`] && values[`has_${module}`] === false
  if (!isSwitchedOff) return t(`merchant_configuration.${module}_text`)
  const { settlement_profiles, subscriptions, terminals } = configuration.running
  const running = { collecting: settlement_profiles, subscriptions, terminals }[module]
  return running === 0 && module !== 'collecting'
    ? t('merchant_configuration.nothing_goes_on')
    : t(`merchant_configuration.${module}_goes_on`, { count: running })
}
