type Message =
  | { type: 'card:ready' | 'card:enter' | 'card:invalid' | 'card:failed' }
  | { type: 'card:height'; height: number }
  | { type: 'card:brand'; brand: string | undefined }
  | { type: 'card:token'; token: string }

export type Tell = (message: Message) => void

/** The page around the frame. Messages go to its origin, and only its own are read. */
export function parentOf(origin: string, token: () => Promise<string | undefined>): { tell: Tell; ready: () => void } {
  const tell: Tell = (message) => parent.postMessage(message, origin)
  addEventListener('message', (event: MessageEvent<{ type?: string } | undefined>) => {
    if (event.origin !== origin || event.source !== parent || event.data?.type !== 'card:submit') return
    token().then(
      (given) => tell(given === undefined ? { type: 'card:invalid' } : { type: 'card:token', token: given }),
      () => tell({ type: 'card:failed' }),
    )
  })
  new ResizeObserver(() => tell({ type: 'card:height', height: document.documentElement.offsetHeight })).observe(
    document.body,
  )
  return { tell, ready: () => tell({ type: 'card:ready' }) }
}
