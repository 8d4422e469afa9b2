import type { Requirement } from '@kontor/contract/roles'
import type { ReactNode } from 'react'
import { useMay } from './viewer.ts'

/** What is inside is only for those who may send the command: `<IfMay do={refundTransactionCommand}>`. */
export function IfMay({ do: command, children }: { do: { roles: Requirement }; children: ReactNode }) {
  return useMay(command.roles) ? children : null
}
