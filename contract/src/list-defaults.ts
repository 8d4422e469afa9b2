/** What is said of lists and files without a schema: screens need it before anybody has asked for anything. */
export const defaultLimit = 25

/** `csv_nl`: as a spreadsheet program in a country with a decimal comma opens it by a double click. */
export const exportFormats = ['csv', 'csv_nl', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]
