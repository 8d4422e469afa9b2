import type { Definition } from '@kontor/contract/endpoint'
import type { Requirement } from '@kontor/contract/roles'
import type { ReactNode } from 'react'
import { mayDo, useMay, useViewer } from './viewer.ts'

interface IfMayProps {
  do: Pick<Definition, 'access' | 'ofWholeMerchant'>
  /** Entities that the action needs to choose from: a user who may not list one of them cannot act. */
  choosing?: readonly { roles: { list: Requirement } }[]
  children: ReactNode
}

/** Shows its content only to users who may call the endpoint: `<IfMay do={refundTransactionEndpoint}>`. */
export function IfMay({ do: endpoint, choosing = [], children }: IfMayProps) {
  const { roles } = useViewer()
  const may = useMay(endpoint)
  return may && choosing.every((entity) => mayDo(entity.roles.list, roles)) ? children : null
}
