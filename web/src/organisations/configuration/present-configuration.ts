import { merchantConfigurationEndpoint } from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import type { MerchantConfiguration } from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import type { FormValues } from '../../platform/form/record-form.tsx'
import { presentOf, type ReadPresent } from '../../platform/form/use-meanwhile.ts'

/** The values of a section of a merchant's configuration as they are by now. */
export const presentConfiguration = (
  id: string,
  valuesOf: (configuration: MerchantConfiguration) => FormValues,
): ReadPresent => presentOf(merchantConfigurationEndpoint, { params: { id } }, valuesOf)
