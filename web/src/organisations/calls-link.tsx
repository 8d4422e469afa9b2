import { auditTrailItem, pspAuditTrailItem } from '@kontor/contract/audit-trail/audit-trail-item.entity'
import type { ReactNode } from 'react'
import { useScope } from '../platform/api/scope.ts'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useMay, useViewer } from '../platform/viewer.ts'

interface CallsLinkProps {
  search: { transaction: string } | { api_key: string }
  children: ReactNode
}

/** A link to calls, in the provider's trail or in that of the merchant in view, for viewers who may read it. */
export function CallsLink({ search, children }: CallsLinkProps) {
  const { psp } = useViewer()
  const { merchant } = useScope()
  const isOfProvider = psp && merchant === undefined
  const mayRead = useMay((isOfProvider ? pspAuditTrailItem : auditTrailItem).roles.list)
  const to: string = isOfProvider ? '/psp/audit-trail' : '/audit-trail'
  if (!mayRead) return null
  return (
    <AnchorLink to={to} search={search}>
      {children}
    </AnchorLink>
  )
}
