import type { browsers, platforms } from '@kontor/contract/payments/transaction.rules'
import Bowser from 'bowser'

type Platform = (typeof platforms)[number]
type Browser = (typeof browsers)[number]

const platformOf: Record<string, Platform> = {
  Windows: 'windows',
  macOS: 'macos',
  Linux: 'linux',
  Android: 'android',
  iOS: 'ios',
}
const browserOf: Record<string, Browser> = {
  Chrome: 'chrome',
  Chromium: 'chrome',
  Safari: 'safari',
  Firefox: 'firefox',
  'Microsoft Edge': 'edge',
  'Samsung Internet for Android': 'samsung',
}

/** The payer's platform and browser, from the payer's User-Agent header. */
export function payerDevice(userAgent: string | undefined): { platform: Platform | null; browser: Browser | null } {
  if (!userAgent) return { platform: null, browser: null }
  const { os, browser } = Bowser.parse(userAgent)
  return { platform: platformOf[os.name ?? ''] ?? 'other', browser: browserOf[browser.name ?? ''] ?? 'other' }
}
