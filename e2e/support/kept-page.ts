import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Dialog, Page } from '@playwright/test'

/**
 * The page that the tests of a worker use one after the other. To open a page and load the application into it takes twice
 * the processor time of loading it into a page that had it before: Chromium starts a process, and reads and compiles
 * a hundred files.
 */
export interface KeptPage {
  /** An emptied context with one page, made with these options. */
  open(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext>
  /** Takes away what a test left; what cannot be taken away goes with the whole context. */
  leave(context: BrowserContext, mayKeep: boolean): Promise<void>
}

interface Kept {
  context: BrowserContext
  options: BrowserContextOptions
  /** The page's connection to Chromium. */
  wire: CDPSession
  /** Something that stays as long as the context, such as a script of every page or another clock. */
  isMarked: boolean
  uses: number
}

/** A file of the application's origin without a script: while the page stays at the origin, it keeps what it has loaded. */
const restingPlace = '/icon.svg'
/** Bounds the memory of the page's process. */
const mostUses = 40

export function keepPage(): KeptPage {
  let kept: Kept | undefined
  return {
    async open(browser, options) {
      if (kept && JSON.stringify(kept.options) !== JSON.stringify(options)) {
        await kept.context.close()
        kept = undefined
      }
      kept ??= await begin(browser, options)
      kept.uses += 1
      return kept.context
    },
    async leave(context, mayKeep) {
      if (!kept || kept.context !== context) return
      const { isMarked, uses } = kept
      if (mayKeep && !isMarked && uses < mostUses && (await isEmptied(kept))) return
      kept = undefined
      await context.close()
    },
  }
}

async function begin(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const kept = { context, options, wire: await context.newCDPSession(page), isMarked: false, uses: 0 }
  const mark = () => {
    kept.isMarked = true
  }
  noticeCalls(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions'], mark)
  noticeCalls(context, ['newCDPSession', 'setExtraHTTPHeaders', 'setGeolocation', 'setOffline'], mark)
  noticeCalls(context.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], mark)
  noticeCalls(page, ['addInitScript', 'addLocatorHandler', 'close', 'exposeBinding', 'exposeFunction'], mark)
  noticeCalls(page, ['setDefaultTimeout', 'setExtraHTTPHeaders'], mark)
  // What other origins keep for the time of a page cannot be reached from here.
  page.on('framenavigated', (frame) => {
    const url = frame.url()
    if (frame === page.mainFrame() && url !== 'about:blank' && !url.startsWith(`${options.baseURL}/`)) mark()
  })
  return kept
}

/** Calls `notice` whenever one of these methods is called. */
function noticeCalls<T extends object>(target: T, names: readonly (keyof T)[], notice: () => void): void {
  for (const name of names) {
    const method = target[name]
    if (typeof method !== 'function') throw new Error(`${String(name)} is no method`)
    Object.defineProperty(target, name, {
      value: (...given: unknown[]) => {
        notice()
        return method.apply(target, given)
      },
    })
  }
}

const told = ['console', 'dialog', 'download', 'filechooser', 'pageerror', 'popup', 'request'] as const
const toldOfReplies = ['requestfailed', 'requestfinished', 'response', 'websocket', 'worker'] as const

/** False: the page could not be emptied. */
async function isEmptied({ context, options, wire }: Kept): Promise<boolean> {
  const [page, ...others] = context.pages()
  if (!page) return false
  try {
    await Promise.all(others.map((each) => each.close()))
    for (const event of [...told, ...toldOfReplies]) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await rest(page)
    await context.clearCookies()
    await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: options.reducedMotion ?? null })
    if (options.viewport) await page.setViewportSize(options.viewport)
    await page.mouse.move(-10, -10)
    await wire.send('Page.resetNavigationHistory')
    return true
  } catch {
    return false
  }
}

async function rest(page: Page): Promise<void> {
  // A form that was filled in asks whether to leave it.
  const leave = (question: Dialog) => question.accept()
  page.on('dialog', leave)
  await page.goto(restingPlace, { timeout: 5_000 })
  page.removeListener('dialog', leave)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}
