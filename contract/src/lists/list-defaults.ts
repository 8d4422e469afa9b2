/** Defaults of lists and files, apart from any schema: screens need them before their first request. */
export const defaultLimit = 25

/** The most values that a filter takes: an address has a length that servers refuse. */
export const mostValues = 100

/** `csv_nl`: for a spreadsheet program in a country with a decimal comma, which opens the file by a double click. */
export const exportFormats = ['csv', 'csv_nl', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
