import { paymentProfile } from '@kontor/contract/organisations/payment-profile.entity'
import { lazy, Suspense } from 'react'
import { useRow } from '../../platform/api/reading.ts'
import { type ProfileRow, populate } from './profile-row.ts'

export type ProfileAction = 'clone' | 'update' | 'delete'

const CloneProfile = lazy(() =>
  import('./payment-profile.form.tsx').then((module) => ({ default: module.CloneProfile })),
)
const EditProfile = lazy(() => import('./payment-profile.form.tsx').then((module) => ({ default: module.EditProfile })))
const DeleteProfile = lazy(() => import('./delete-profile.tsx').then((module) => ({ default: module.DeleteProfile })))

interface ProfileDialogProps {
  action: ProfileAction
  of: { id: string; name: string }
  onClose: () => void
}

/** The dialog of an action on a payment profile, in the list and in the panel. */
export function ProfileDialog({ action, of, onClose }: ProfileDialogProps) {
  const { data: row } = useRow<typeof paymentProfile, ProfileRow>(paymentProfile, of.id, { populate })
  return (
    <Suspense fallback={null}>
      {action === 'delete' && <DeleteProfile row={of} onClose={onClose} />}
      {action === 'update' && row && <EditProfile row={row} onClose={onClose} />}
      {action === 'clone' && row && <CloneProfile row={row} onClose={onClose} />}
    </Suspense>
  )
}
