import { customer } from '@kontor/contract/customers/customer.entity'
import { allTime } from '../../platform/list/filters/date-presets.ts'
import { useMay } from '../../platform/viewer.ts'
import type { Target } from '../../ui/charts/mark-link.tsx'

/** The list of a segment's customers, over all time. */
export function useSegmentTarget(): (segment: string) => Target | undefined {
  const may = useMay(customer.roles.list)
  return (segment) => (may ? { to: '/customers', search: { segment, 'created_at>': allTime } } : undefined)
}
