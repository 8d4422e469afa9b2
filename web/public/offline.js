// The offline-support worker. It keeps static files and nothing else: what the API says is never kept.
// Registered with the version of the application (web/src/app/offline.ts), whose files have a cache of their own.
const version = new URL(self.location.href).searchParams.get('v')
const own = `kontor-${version}`
const page = '/'

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(own).then((cache) => cache.addAll([page, '/before.js', '/icon.svg'])))
})

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
    if (!isServers(pathname)) event.respondWith(fetch(request).catch(() => kept(page)))
    return
  }
  // Their names change with their contents.
  if (/^\/(assets|locales)\//.test(pathname)) event.respondWith(keptOrFetched(request))
  else if (['/before.js', '/icon.svg'].includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

/** What the server answers itself. */
const isServers = (pathname) => /^\/(v1|docs|healthz|demo-mail|pay)(\/|$)/.test(pathname)

const kept = async (what) => (await (await caches.open(own)).match(what)) ?? Response.error()

async function keptOrFetched(request) {
  const cache = await caches.open(own)
  const known = await cache.match(request)
  if (known) return known
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}
