import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FieldListSkeleton } from '../../ui/skeletons.tsx'
import { useListScreen } from './use-screen.ts'

/** The route of a row below its list: the panel, loaded while its frame is open already. */
export function RowPanel() {
  const { panel: Panel } = useListScreen()
  const { id }: { id?: string } = useParams({ strict: false })
  if (!Panel || id === undefined) return null
  return (
    <Suspense fallback={<FieldListSkeleton />}>
      {/* Nothing of one row may linger in the next. */}
      <Panel key={id} id={id} />
    </Suspense>
  )
}
