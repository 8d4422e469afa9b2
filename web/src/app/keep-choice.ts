import type { CallBody } from '@kontor/contract/identity/call'
import type { updateProfileCall } from '@kontor/contract/identity/profile.calls'
import { api } from '../platform/api-client.ts'

/** For the next browser of this user. Unheard is not serious: in this one the choice is kept already. */
export function keepChoice(choice: CallBody<typeof updateProfileCall>): void {
  api.send('POST', '/v1/profile', choice).catch(() => {})
}
