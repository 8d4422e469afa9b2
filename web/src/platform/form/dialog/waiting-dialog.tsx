import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { ApiRefusal } from '../../api/api-client.ts'
import { NotYet } from '../../not-yet.tsx'

interface WaitingDialogProps {
  title: string
  /** What the form begins with, which is not read yet, or could not be. */
  reading: { error: ApiRefusal | null; refetch: () => unknown }
  height?: number
  onClose: () => void
}

/** Stands in place of a form until what it begins with is read: whoever pressed its button sees that something happens. */
export function WaitingDialog({ title, reading: { error, refetch }, height = 200, onClose }: WaitingDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title}>
      <NotYet error={error} refetch={refetch} height={height} />
    </Dialog>
  )
}
