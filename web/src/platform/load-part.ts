import { insist, reloadOnce, untilAnswered } from './connection.ts'

const brought = new Map<string, Promise<void>>()
let isOpening = true

/** Called just before the first screen is drawn. From then on a reload could lose input. */
export function endOpening(): void {
  isOpening = false
}

/**
 * Replaces Vite's function of this name (web/vite.config.ts) around every `import()`. A browser requests a module only
 * once: a module that failed to load stays missing until the page is reloaded. Its files are therefore fetched first,
 * however long the server is away.
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  if (isOpening) return open(load, files)
  await Promise.all((files.length > 0 ? files : onlyFile(load)).map((file) => bring(`/${file}`)))
  // The list of a screen leaves out the files of the frame, which may be on their way (web/vite.config.ts).
  await Promise.allSettled(brought.values())
  try {
    return await load()
  } catch (error) {
    await untilAnswered()
    throw missing(error)
  }
}

/** The fast way for the first screen: if a file fails to load, the page is reloaded when the server answers. */
async function open<T>(load: () => Promise<T>, files: readonly string[]): Promise<T> {
  try {
    await Promise.all(files.map((file) => (isInPage(`/${file}`) ? undefined : hint(`/${file}`))))
    return await load()
  } catch (error) {
    await untilAnswered()
    await reloadOnce()
    throw missing(error)
  }
}

/** An error of our own, because the router would reload the page on the browser's error. */
const missing = (cause: unknown): Error => new Error('A part of the application could not be loaded', { cause })

function hint(href: string): Promise<void> | undefined {
  if (href.endsWith('.css')) return linkStyle(href)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  return undefined
}

/** A part with a single file has no file list; the name of its file is in the text of its import. */
function onlyFile(load: () => unknown): string[] {
  const [, name] = /import\(.\.\/([^`'"]+)/.exec(String(load)) ?? []
  return name ? [`assets/${name}`] : []
}

function bring(href: string): Promise<void> {
  const known = brought.get(href)
  if (known) return known
  const arrival = isInPage(href)
    ? Promise.resolve()
    : insist(() => (href.endsWith('.css') ? linkStyle(href) : fetchScript(href)))
  brought.set(href, arrival)
  arrival.catch(() => brought.delete(href))
  return arrival
}

const isInPage = (href: string): boolean =>
  document.querySelector(`link[href="${href}"], script[src="${href}"]`) !== null

/** Fetches a plain file into the browser's cache, because a failed preload link for a script also fails for good. */
async function fetchScript(href: string): Promise<void> {
  const reply = await fetch(href, { priority: 'high' })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${href}: ${reply.status}`)
}

function linkStyle(href: string): Promise<void> {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} did not arrive`))
    }
    document.head.append(link)
  })
}
