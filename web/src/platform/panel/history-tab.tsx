import type { Entity } from '@kontor/contract/entity'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldListSkeleton } from '../../ui/skeletons.tsx'
import { useMay } from '../viewer.ts'
import type { PanelTab } from './panel-tabs.tsx'

const History = lazy(() => import('./history.tsx').then((module) => ({ default: module.History })))

/** The tab with the history of a row, for whoever may change it: `...useHistoryTab(plan, id)` among a panel's tabs. */
export function useHistoryTab(entity: Entity, id: string): PanelTab[] {
  const { t } = useTranslation()
  const may = useMay(entity.roles.update)
  if (!may || !entity.hasHistory) return []
  const content = () => (
    <Suspense fallback={<FieldListSkeleton />}>
      <History entity={entity} id={id} />
    </Suspense>
  )
  return [{ name: 'history', label: t('history.tab'), content }]
}
