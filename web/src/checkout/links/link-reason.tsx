import { useKnownText } from '../../ui/known-text.ts'

export function LinkReason({ of: { status_reason } }: { of: { status_reason: string | null } }) {
  const textOf = useKnownText()
  return status_reason ? textOf('links.detail', status_reason, status_reason) : '–'
}
