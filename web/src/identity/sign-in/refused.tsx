import { Alert } from '@mantine/core'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'

interface RefusedProps {
  refusal: ApiRefusal | undefined
  /** The text for an unknown token that does not come from a link. */
  tokenText?: string
}

/** The server's refusal, above the form. */
export function Refused({ refusal, tokenText }: RefusedProps) {
  const textOf = useRefusalText()
  if (!refusal) return null
  return (
    <Alert color="red" role="alert">
      {tokenText && refusal.code === 'invalid_token' ? tokenText : textOf(refusal)}
    </Alert>
  )
}
