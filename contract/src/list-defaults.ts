/** What is said of lists and files without a schema: screens need it before anybody has asked for anything. */
export const defaultLimit = 25

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
