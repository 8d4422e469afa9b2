import { insist, reloadOnce, untilAnswered } from './connection.ts'

const brought = new Map<string, Promise<void>>()
let isOpening = true

/** The first screen is there: from now on there is something to lose. */
export function endOpening(): void {
  isOpening = false
}

/**
 * In the place of Vite's own function of this name (web/vite.config.ts), around every `import()`. A browser asks for a
 * module once: one that did not arrive is missing for as long as the page lives. So its files are brought first, however
 * long the server is away.
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  if (isOpening) return open(load, files)
  await Promise.all((files.length > 0 ? files : onlyFile(load)).map((file) => bring(`/${file}`)))
  try {
    return await load()
  } catch (error) {
    await untilAnswered()
    throw missing(error)
  }
}

/** The quick way to the first screen: should a file not arrive, the page is opened once more when the server answers. */
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

/** Not the browser's own error, upon which the router would reload the page. */
const missing = (cause: unknown): Error => new Error('A part of the application could not be loaded', { cause })

function hint(href: string): Promise<void> | undefined {
  if (href.endsWith('.css')) return linkStyle(href)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  return undefined
}

/** A part of one file comes without a list; the file stands in its import. */
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

/** As a plain file, into the browser's cache: a link that preloads a script fails for good as well. */
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
