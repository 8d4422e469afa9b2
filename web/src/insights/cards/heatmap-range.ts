import { engineNow } from '../../platform/api/server-time.ts'
import { todayIn, windowStart } from '../../platform/list/address/default-window.ts'
import { rangeOf } from '../../platform/list/filters/date-presets.ts'
import { useViewer } from '../../platform/viewer.ts'
import type { Dashboard } from '../use-dashboard.ts'

/**
 * The heatmap's default range is the last 29 days (000 section 9). A range that the person chose applies to it as well.
 */
export function useHeatmapRange({ from, to, range }: Dashboard) {
  const { time_zone } = useViewer()
  const now = engineNow()
  const isDefault = from === windowStart(now, time_zone) && to === todayIn(now, time_zone)
  if (!isDefault) return range
  const { from: first, to: today } = rangeOf('last_28_days', now, time_zone)
  // The day before those 28 days.
  const day = new Date(Date.parse(first) - 86_400_000).toISOString().slice(0, 10)
  return { 'created_at>': day, ...(today ? { 'created_at<': today } : {}) }
}
