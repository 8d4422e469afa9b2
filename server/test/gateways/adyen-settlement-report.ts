/** The standard columns of Adyen's Settlement details report, in its order. */
export const reportColumns: readonly string[] = [
  ...['Company Account', 'Merchant Account', 'Psp Reference', 'Merchant Reference', 'Payment Method', 'Creation Date'],
  ...['TimeZone', 'Type', 'Modification Reference', 'Gross Currency', 'Gross Debit (GC)', 'Gross Credit (GC)'],
  ...['Exchange Rate', 'Net Currency', 'Net Debit (NC)', 'Net Credit (NC)', 'Commission (NC)', 'Markup (NC)'],
  ...['Scheme Fees (NC)', 'Interchange (NC)', 'Payment Method Variant', 'Modification Merchant Reference'],
  ...['Batch Number', 'Reserved4', 'Reserved5', 'Reserved6', 'Reserved7', 'Reserved8', 'Reserved9', 'Reserved10'],
]

/** A card payment of 100.00 that was settled. */
export const settled: Readonly<Record<string, string>> = {
  'Company Account': 'KontorCompany',
  'Merchant Account': 'KontorNL',
  'Psp Reference': '8835511210681324',
  'Merchant Reference': '0199a1b2-0000-7000-8000-000000000001',
  'Payment Method': 'visa',
  'Creation Date': '2026-11-20 11:15:30',
  TimeZone: 'CET',
  Type: 'Settled',
  'Modification Reference': '8835511210681325',
  'Gross Currency': 'EUR',
  'Gross Credit (GC)': '100.00',
  'Exchange Rate': '1',
  'Net Currency': 'EUR',
  'Net Credit (NC)': '98.71',
  'Commission (NC)': '0.40',
  'Markup (NC)': '0.60',
  'Scheme Fees (NC)': '0.09',
  'Interchange (NC)': '0.20',
  'Payment Method Variant': 'visastandarddebit',
  'Batch Number': '42',
}

/** A report of these lines. */
export const reportOf = (
  lines: readonly Readonly<Record<string, string>>[],
  columns: readonly string[] = reportColumns,
): string =>
  [columns, ...lines.map((line) => columns.map((name) => line[name] ?? ''))]
    .map((fields) => `${fields.map(quoted).join(',')}\n`)
    .join('')

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
