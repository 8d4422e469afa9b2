import { Anchor, type AnchorProps } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useContext } from 'react'
import { joinAddress } from '../../platform/api/merchant-address.ts'
import { ScreensOfContext } from '../../platform/screen/use-screen.ts'
import { useViewer } from '../../platform/viewer.ts'

interface InMerchantViewProps extends Pick<AnchorProps, 'underline' | 'className'> {
  merchant: string
  /** The address without the merchant. */
  to: string
  'aria-label'?: string
  children: ReactNode
}

/** A link to a screen of a merchant, which opens in merchant view. The router knows only addresses without a merchant. */
export function InMerchantView({ merchant, to, children, ...look }: InMerchantViewProps) {
  const { history } = useRouter()
  const href = joinAddress({ merchant }, to)
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <Anchor href={href} inherit {...look} onClick={follow}>
      {children}
    </Anchor>
  )
}

/** The routes that the viewer may open in the view of a merchant. */
export function useMerchantRoutes(): ReadonlySet<string> {
  const viewer = useViewer()
  const screensOf = useContext(ScreensOfContext)
  return new Set(screensOf(viewer, true).map(({ route }) => route))
}
