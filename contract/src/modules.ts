/** Optional parts of the product; the setting KONTOR_MODULES switches them on. */
export const modules = ['sap', 'host2host', 'collecting'] as const
export type Module = (typeof modules)[number]
