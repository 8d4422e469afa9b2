import type { Definition } from '@kontor/contract/endpoint'
import type { ReactNode } from 'react'
import { useMay } from './viewer.ts'

interface IfMayProps {
  do: Pick<Definition, 'access' | 'ofWholeMerchant'>
  children: ReactNode
}

/** Shows its content only to users who may call the endpoint: `<IfMay do={refundTransactionEndpoint}>`. */
export function IfMay({ do: endpoint, children }: IfMayProps) {
  return useMay(endpoint) ? children : null
}
