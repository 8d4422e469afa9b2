import type { Entity } from '@kontor/contract/entity'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldListSkeleton } from '../../ui/page/skeletons.tsx'
import { useMay } from '../viewer.ts'
import type { HistoryProps } from './history.tsx'
import type { PanelTab } from './panel-tabs.tsx'
import { useIsWholePage } from './whole-page.ts'

const History = lazy(() => import('./history.tsx').then((module) => ({ default: module.History })))

/** The tab with the history of a row, for whoever may change it: `...useHistoryTab(plan, id)` among a panel's tabs. */
export function useHistoryTab(entity: Entity, id: string): PanelTab[] {
  const { t } = useTranslation()
  const may = useMay(entity.roles.update)
  if (!may || !entity.hasHistory) return []
  return [{ name: 'history', label: t('history.tab'), content: () => <Loaded entity={entity} id={id} /> }]
}

interface BelowProps extends HistoryProps {
  /** The name of the button, where several stand on a page. */
  named?: string
}

/** The same below what has no tabs, read when it is unfolded. */
export function HistoryBelow({ named, ...shown }: BelowProps) {
  const { t } = useTranslation()
  const isWholePage = useIsWholePage()
  const [isOpen, setOpen] = useState(isWholePage)
  if (!useMay(shown.endpoint ?? shown.entity.roles.update)) return null
  return (
    <section aria-label={named ?? t('history.tab')}>
      <Button
        size="compact-sm"
        variant="subtle"
        mt="md"
        mb="xs"
        aria-expanded={isOpen}
        {...(named !== undefined && { 'aria-label': named })}
        leftSection={<IconHistory size={16} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('history.tab')}
      </Button>
      {isOpen && <Loaded {...shown} />}
    </section>
  )
}

const Loaded = (shown: HistoryProps) => (
  <Suspense fallback={<FieldListSkeleton />}>
    <History {...shown} />
  </Suspense>
)
