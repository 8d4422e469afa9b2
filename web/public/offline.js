// The offline-support worker. It keeps static files and nothing else: what the API says is never kept.
// Registered with the version of the application (web/src/app/offline.ts), whose files have a cache of their own.
const { searchParams } = new URL(self.location.href)
const own = `kontor-${searchParams.get('v')}`
const page = '/'
const plain = ['/before.js', '/icon.svg']

self.addEventListener('install', (event) => event.waitUntil(keepStart()))

/** The start page with all that it names and its texts: enough to say that there is no connection, and to go on afterwards. */
async function keepStart() {
  const cache = await caches.open(own)
  const fetched = await fetch(page, { cache: 'no-store' })
  if (!fetched.ok) throw new Error(`the start page: ${fetched.status}`)
  const html = await fetched.clone().text()
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  await cache.addAll([...named, ...searchParams.getAll('keep'), ...plain])
  const styles = await Promise.all(named.filter((path) => path.endsWith('.css')).map((path) => cache.match(path)))
  const css = (await Promise.all(styles.map((style) => style.text()))).join()
  // The letters of Dutch and English; others are kept once they were needed.
  await cache.addAll([...css.matchAll(/url\((\/assets\/inter-latin-wght[^)]+)\)/g)].map(([, path]) => path))
  await cache.put(page, fetched)
}

// A new worker takes over when the last page of the old version has gone: no page loses its files under it.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter((name) => name !== own).map((name) => caches.delete(name)))),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    // Always the newest page; the kept one only without a network.
    if (!isServers(pathname)) event.respondWith(newest(request, page))
    return
  }
  // Their names change with their contents.
  if (/^\/(assets|locales)\//.test(pathname)) event.respondWith(keptOrFetched(request))
  else if (plain.includes(pathname)) event.respondWith(newest(request, pathname))
})

/** What the server answers itself. */
const isServers = (pathname) => /^\/(v1|docs|healthz|demo-mail|pay)(\/|$)/.test(pathname)

/** A gateway's word that the server is away is no page either. */
async function newest(request, path) {
  const response = await fetch(request).catch(() => undefined)
  return !response || [502, 503, 504].includes(response.status) ? kept(path) : response
}

const kept = async (what) => (await (await caches.open(own)).match(what)) ?? Response.error()

async function keptOrFetched(request) {
  const cache = await caches.open(own)
  const known = await cache.match(request)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
