import type { Access } from '@kontor/contract/endpoint'
import type { Requirement } from '@kontor/contract/roles'
import type { ReactNode } from 'react'
import { mayDo, useViewer } from './viewer.ts'

interface IfMayProps {
  do: { access: Access }
  /** What it cannot be done without: whoever may not list it has nothing to choose from. */
  choosing?: readonly { roles: { list: Requirement } }[]
  children: ReactNode
}

/** What is inside is only for those who may call the endpoint: `<IfMay do={refundTransactionEndpoint}>`. */
export function IfMay({ do: endpoint, choosing = [], children }: IfMayProps) {
  const { roles } = useViewer()
  const needed = [endpoint.access, ...choosing.map((entity) => entity.roles.list)]
  return needed.every((each) => mayDo(each, roles)) ? children : null
}
