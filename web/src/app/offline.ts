import { textFiles } from '../platform/i18n.ts'

const after_ms = 30_000

/** 001 section 9: the offline-support worker comes once the application is stable, after 30 seconds, not in development. */
export function supportOffline(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    const query = new URLSearchParams([['v', __APP_VERSION__], ...textFiles().map((file) => ['keep', file])])
    // Without it nothing is lost but a page without a network.
    navigator.serviceWorker.register(`/offline.js?${query}`).catch(() => {})
  }, after_ms)
}
