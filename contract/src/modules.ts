/** Optional parts of the product; the setting KONTOR_MODULES switches them on. */
export const modules = ['sap', 'host2host', 'collecting'] as const

/** The parts that the provider can switch off for a merchant. Those that are not optional belong to every installation. */
export const merchantModules = ['collecting', 'subscriptions', 'terminals'] as const
export type MerchantModule = (typeof merchantModules)[number]

export type Module = (typeof modules)[number] | MerchantModule

/** Every part there is. */
export const allModules: readonly Module[] = [...new Set<Module>([...modules, ...merchantModules])]

const isOptional = (module: Module): boolean => modules.some((each) => each === module)

/** The parts of an installation: those that are switched on, and those that are not optional. */
export const installedModules = (switchedOn: readonly Module[]): Module[] =>
  allModules.filter((module) => switchedOn.includes(module) || !isOptional(module))
