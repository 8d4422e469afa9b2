import { type MerchantModule, merchantModules } from '@kontor/contract/modules'
import type { MerchantConfiguration } from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'

/** The parts of the product that this installation has, and that a merchant can be without. */
export const modulesOf = ({ installed_modules }: MerchantConfiguration): MerchantModule[] =>
  merchantModules.filter((module) => installed_modules.includes(module))
