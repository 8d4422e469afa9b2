import { lazy, Suspense } from 'react'
import type { ProfileRow } from './profile-row.ts'

export type ProfileAction = 'clone' | 'update' | 'delete'

const CloneProfile = lazy(() =>
  import('./payment-profile.form.tsx').then((module) => ({ default: module.CloneProfile })),
)
const EditProfile = lazy(() => import('./payment-profile.form.tsx').then((module) => ({ default: module.EditProfile })))
const DeleteProfile = lazy(() => import('./delete-profile.tsx').then((module) => ({ default: module.DeleteProfile })))

interface ProfileDialogProps {
  action: ProfileAction
  row: ProfileRow
  onClose: () => void
}

/** The dialog of an action on a payment profile. */
export function ProfileDialog({ action, row, onClose }: ProfileDialogProps) {
  return (
    <Suspense fallback={null}>
      {action === 'delete' && <DeleteProfile row={row} onClose={onClose} />}
      {action === 'update' && <EditProfile row={row} onClose={onClose} />}
      {action === 'clone' && <CloneProfile row={row} onClose={onClose} />}
    </Suspense>
  )
}
