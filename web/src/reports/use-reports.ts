import { type Report, report } from '@kontor/contract/reports/report.entity'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiQuery, ApiRefusal } from '../platform/api/api-client.ts'
import { useList } from '../platform/api/reading.ts'

export const isBeingMade = ({ status }: Report): boolean => status === 'PENDING'

/** The reports of an address; those that are being made are followed to their end. */
export const useReports = (query: ApiQuery, enabled = true): UseQueryResult<Report[], ApiRefusal> =>
  useList(report, query, { enabled, isUnderWay: (reports) => reports.some(isBeingMade) })
