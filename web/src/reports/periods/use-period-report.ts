import { isRealDate } from '@kontor/contract/dates'
import type { ReplyOf } from '@kontor/contract/endpoint'
import type { Query } from '@kontor/contract/lists/query-string'
import {
  exportPeriodReportEndpoint,
  exportPspPeriodReportEndpoint,
  periodReportEndpoint,
  pspPeriodReportEndpoint,
} from '@kontor/contract/reports/period-report.endpoints'
import { type PeriodCategory, type PeriodGroup, periodGroups } from '@kontor/contract/reports/period-report.rules'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../platform/api/api-client.ts'
import { useRead } from '../../platform/api/reading.ts'
import { useSavedFile } from '../../platform/api/use-saved-file.ts'
import { useScreen } from '../../platform/screen/use-screen.ts'

export type PeriodReport = ReplyOf<typeof periodReportEndpoint>
type PspPeriodReport = ReplyOf<typeof pspPeriodReportEndpoint>
/** What only the provider's report has besides. */
export type PspSums = Pick<PspPeriodReport['currencies'][number]['total'], 'earned'>
export type LedgerState = NonNullable<PeriodReport['ledger']> & Partial<NonNullable<PspPeriodReport['ledger']>>
export type OfCurrency = PeriodReport['currencies'][number]
export type PeriodRow = OfCurrency['rows'][number]

/** The report of the address: its screen says whether it is daily and whose, its parameters which days and groups. */
export function usePeriodReport() {
  const { route } = useScreen()
  const navigate = useNavigate()
  // The cast is safe: parseSearch gives only texts and lists of texts.
  const search = useSearch({ strict: false }) as Query
  const isOfProvider = route.startsWith('/psp/')
  const category: PeriodCategory = route.endsWith('monthly') ? 'monthly' : 'daily'
  const groups = periodGroups.filter((group) => group !== 'merchant' || isOfProvider)
  const group: PeriodGroup = groups.find((each) => each === search['group']) ?? 'none'
  const query = { category, group, ...day('from', search['from']), ...day('to', search['to']) }
  const merchants = useRead(periodReportEndpoint, { query, enabled: !isOfProvider })
  const provider = useRead(pspPeriodReportEndpoint, { query, enabled: isOfProvider })
  const { data, error, refetch, isFetching } = isOfProvider ? provider : merchants
  const [save, isSaving] = useSavedFile(
    () => (isOfProvider ? call(exportPspPeriodReportEndpoint, { query }) : call(exportPeriodReportEndpoint, { query })),
    `${category}.xlsx`,
  )
  return {
    ...{ isOfProvider, category, group, groups, data, error, refetch, isFetching },
    change: (next: Query) => void navigate({ to: route, search: { ...search, ...next }, resetScroll: false }),
    ...{ save, isSaving },
  }
}

/** What is no day counts as absent, as a group does that there is not. */
const day = (name: 'from' | 'to', value: Query[string] | undefined): Query =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDate(value) ? { [name]: value } : {}
