/** Requests to stop: `signal` at the first, `force` at a second one from somebody who does not want to wait. */
export type Stopping = { signal: AbortSignal; force: AbortSignal; asked: Promise<void> }

// One Ctrl-C arrives up to three times: from the terminal, from npm and from the launcher.
const sameRequestMs = 1000

export function onStopRequest(): Stopping {
  const polite = new AbortController()
  const forced = new AbortController()
  let first = 0
  const ask = () => {
    first ||= Date.now()
    if (!polite.signal.aborted) polite.abort(new Error('Stopped while starting.'))
    else if (Date.now() - first > sameRequestMs) forced.abort()
  }
  // Writing to a terminal that closed fails, and that error must not end this process before everything is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  const asked = new Promise<void>((resolve) => polite.signal.addEventListener('abort', () => resolve(), { once: true }))
  return { signal: polite.signal, force: forced.signal, asked }
}
