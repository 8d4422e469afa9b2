import { type Report, report } from '@kontor/contract/reports/report.entity'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiQuery, ApiRefusal } from '../platform/api/api-client.ts'
import { useList } from '../platform/api/reading.ts'

/** While something is being made, it is looked at each second and a half. */
const look_ms = 1_500

/** The reports of an address; those that are being made are followed to their end. */
export function useReports(query: ApiQuery, enabled = true): UseQueryResult<Report[], ApiRefusal> {
  const [isWaiting, setWaiting] = useState(false)
  const list = useList(report, query, { enabled, refetchInterval: isWaiting ? look_ms : 0 })
  const waits = list.data?.some(({ status }) => status === 'PENDING') ?? false
  if (waits !== isWaiting) setWaiting(waits)
  return list
}
