import { textFiles } from '../platform/i18n.ts'

const after_ms = 30_000

/**
 * The service worker for offline support (001 section 9). It is registered 30 seconds after the start, when the
 * application is stable, and not in development.
 */
export function supportOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    const query = new URLSearchParams([['v', __APP_VERSION__], ...textFiles().map((file) => ['keep', file])])
    // A failed registration is ignored: only the page for "no network" is missing then.
    navigator.serviceWorker.register(`/offline.js?${query}`).catch(() => {})
  }, after_ms)
}
