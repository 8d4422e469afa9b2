const pause_ms = 2_000
const patience_ms = 5_000
const circle_ms = 10_000
const reloadedAt = 'kontor.reloaded'

/** `outdated`: a file of this version is gone, and the page stays for the sake of what is being typed. */
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

/** Something failed on its way: whether the server answers at all. While it does not, it is asked again and again. */
export function askServer(): Promise<string | undefined> {
  asking ??= newestEntry().then((entry) => {
    asking = undefined
    set(entry === undefined)
    return entry
  })
  return asking
}

/** Does again what failed because the server is away, once it answers. What fails all the same is another mistake. */
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

/** Goes on once the server answers with this version of the application; another one takes the page's place. Says whether it waited. */
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

/** The page of the newest version knows the files that are there. */
async function makeWay(): Promise<never> {
  await reloadOnce()
  isOutdated = true
  tell()
  return new Promise(() => {})
}

/** Comes back only where the page has to stay: something is being typed, or it was reloaded just now and to no avail. */
export async function reloadOnce(): Promise<void> {
  if (isTyping() || Date.now() - Number(sessionStorage.getItem(reloadedAt)) < circle_ms) return
  sessionStorage.setItem(reloadedAt, String(Date.now()))
  location.reload()
  await new Promise(() => {})
}

/** Something that a new page would not have, as far as can be seen. */
function isTyping(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type="checkbox"], [type="radio"], [type="hidden"])',
  )
  return document.querySelector('[role="dialog"]') !== null || [...fields].some(({ value }) => value !== '')
}

/** The name of the start file changes with every change of the application. Undefined: the server does not answer. */
async function newestEntry(): Promise<string | undefined> {
  try {
    const reply = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(patience_ms) })
    // Another may answer in its place: a gateway, or the sign-in of a public network.
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
