const pause_ms = 2_000
const patience_ms = 5_000
const circle_ms = 10_000
const reloadedAt = 'kontor.reloaded'

/**
 * `outdated`: the server has another version. A file of ours is gone and the page stays because somebody is typing in it, or the
 * server refused what the page asked.
 */
export type Connection = 'there' | 'away' | 'outdated'

let isAway = false
let isOutdated = false
let timer: ReturnType<typeof setTimeout> | undefined
let asking: Promise<string | undefined> | undefined
const watchers = new Set<() => void>()

export const currentConnection = (): Connection => (isAway ? 'away' : isOutdated ? 'outdated' : 'there')

export function watchConnection(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Checks after a failed request whether the server answers. The check repeats while it does not. */
export function askServer(): Promise<string | undefined> {
  asking ??= newestEntry().then((entry) => {
    asking = undefined
    set(entry === undefined)
    return entry
  })
  return asking
}

/**
 * Repeats an action that failed because the server was away, when it answers again. An action that still fails has
 * another error.
 */
export async function insist<T>(act: () => Promise<T>): Promise<T> {
  for (let triesLeft = 2; ; triesLeft--) {
    try {
      return await act()
    } catch (error) {
      if (await untilAnswered()) triesLeft = 2
      if (triesLeft <= 0) throw error
    }
  }
}

/**
 * Waits until the server answers with this version of the application; another version replaces the page. Returns
 * whether it waited.
 */
export async function untilAnswered(): Promise<boolean> {
  let hasWaited = false
  let entry = await askServer()
  while (entry === undefined) {
    hasWaited = true
    await untilThere()
    entry = await askServer()
  }
  if (entry !== ownEntry()) await makeWay()
  return hasWaited
}

/** Says that the server has another version, where it has. The page stays, with all that is in it, until somebody reloads it. */
export async function noticeVersion(): Promise<void> {
  const own = ownEntry()
  if (isOutdated || !own) return
  const entry = await askServer()
  if (entry === undefined || entry === own) return
  isOutdated = true
  tell()
}

/** Loads the page of the newest version, which refers to files that exist. */
async function makeWay(): Promise<never> {
  await reloadOnce()
  isOutdated = true
  tell()
  return new Promise(() => {})
}

/**
 * Reloads the page. It returns only when the page must stay: somebody is typing, or a reload just before did not help.
 */
export async function reloadOnce(): Promise<void> {
  if (isTyping() || Date.now() - Number(sessionStorage.getItem(reloadedAt)) < circle_ms) return
  sessionStorage.setItem(reloadedAt, String(Date.now()))
  location.reload()
  await new Promise(() => {})
}

/** True when the page holds input that a reload would lose, as far as can be seen. */
function isTyping(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"])',
  )
  return document.querySelector('[role="dialog"]') !== null || [...fields].some(({ value }) => value !== '')
}

/**
 * The name of the start file, which changes with every change of the application. Undefined: the server does not
 * answer.
 */
async function newestEntry(): Promise<string | undefined> {
  try {
    const reply = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patience_ms) })
    // A gateway, or the sign-in of a public network, may answer instead of the server.
    return reply.ok ? /<script type="module"[^>]* src="([^"]+)"/.exec(await reply.text())?.[1] : undefined
  } catch {
    return undefined
  }
}

const ownEntry = (): string | null | undefined =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src')

function set(next: boolean): void {
  clearTimeout(timer)
  if (next) timer = setTimeout(askServer, pause_ms)
  if (next === isAway) return
  isAway = next
  tell()
}

function tell(): void {
  for (const watcher of [...watchers]) watcher()
}

function untilThere(): Promise<void> {
  return new Promise((resolve) => {
    const stop = watchConnection(() => {
      if (isAway) return
      stop()
      resolve()
    })
  })
}

window.addEventListener('offline', () => set(true))
window.addEventListener('online', () => void askServer())
