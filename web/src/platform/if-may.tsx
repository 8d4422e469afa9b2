import { isAllowed, type Requirement } from '@kontor/contract/roles'
import type { ReactNode } from 'react'
import { useViewer } from './viewer.ts'

interface IfMayProps {
  do: { roles: Requirement }
  /** What it cannot be done without: whoever may not list it has nothing to choose from. */
  choosing?: readonly { roles: { list: Requirement } }[]
  children: ReactNode
}

/** What is inside is only for those who may send the command: `<IfMay do={refundTransactionCommand}>`. */
export function IfMay({ do: command, choosing = [], children }: IfMayProps) {
  const { roles } = useViewer()
  const needed = [command.roles, ...choosing.map((entity) => entity.roles.list)]
  return needed.every((each) => isAllowed(each, roles)) ? children : null
}
