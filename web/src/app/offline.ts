const after_ms = 30_000

/** 001 section 9: the offline-support worker comes once the application is stable, after 30 seconds, not in development. */
export function supportOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    // Without it nothing is lost but a page without a network.
    navigator.serviceWorker.register(`/offline.js?v=${__APP_VERSION__}`).catch(() => {})
  }, after_ms)
}

const reloadedFor = 'kontor.reloaded'

/** A page of an older version asks for a file that is gone: the newest page knows the files that are there. */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Once: a file that the newest page lacks as well is another mistake.
    if (sessionStorage.getItem(reloadedFor) === __APP_VERSION__) return
    sessionStorage.setItem(reloadedFor, __APP_VERSION__)
    event.preventDefault()
    location.reload()
  })
}
