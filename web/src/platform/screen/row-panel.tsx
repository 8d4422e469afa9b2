import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FieldListSkeleton } from '../../ui/page/skeletons.tsx'
import { useListScreen } from './use-screen.ts'

/** The route of a row below its list. The panel's frame opens while its content is loaded. */
export function RowPanel() {
  const { panel: Panel } = useListScreen()
  const { id }: { id?: string } = useParams({ strict: false })
  if (!Panel || id === undefined) return null
  return (
    <Suspense fallback={<FieldListSkeleton />}>
      {/* The key makes a new panel for each row, so that no state of one row stays in the next. */}
      <Panel key={id} id={id} />
    </Suspense>
  )
}
