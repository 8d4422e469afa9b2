import { Anchor } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { joinAddress } from '../../platform/api/merchant-address.ts'

interface InMerchantViewProps {
  merchant: string
  /** The address without the merchant. */
  to: string
  children: ReactNode
}

/** A link to a screen of a merchant, which opens in merchant view. The router knows only addresses without a merchant. */
export function InMerchantView({ merchant, to, children }: InMerchantViewProps) {
  const { history } = useRouter()
  const href = joinAddress({ merchant }, to)
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <Anchor href={href} inherit onClick={follow}>
      {children}
    </Anchor>
  )
}
