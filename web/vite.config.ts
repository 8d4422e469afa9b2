import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, parseSync, type Rolldown, Visitor } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))

// Every screen behind the sign-in asks for all entities: one file instead of thirty. The sign-in and the payment page ask
// for none, only for some of the words that entities are made of.
const contractGroups = [
  {
    name: 'roles',
    test: /contract[\\/]src[\\/](roles|identity[\\/](users[\\/]user|bundles[\\/]role-bundle)[.]rules|organisations[\\/]api-keys[.]rules|payments[\\/](refund|stuck-operation)[.]rules|reports[\\/]period-report[.]rules)[.]ts$/,
    priority: 3,
  },
  {
    name: (id: string) => basename(id, '.ts'),
    test: /contract[\\/]src[\\/](.+[\\/])?(languages|dates|money|transaction[.]rules|checkout-design[.]rules)[.]ts$/,
    priority: 2,
  },
  { name: 'entities', test: /contract[\\/]src[\\/].+[.]entity[.]ts$/, priority: 1 },
]

// The libraries that every page of the back office begins with: one file, compressed as one, instead of fifteen. The
// payment page has none of them but uuid.
const libraryGroup = {
  name: 'libraries',
  tags: ['$initial' as const],
  test: /node_modules[\\/](?!uuid[\\/]).+[.]m?js$/,
}

// What the frame and every screen open over themselves, and the sign-in does not: one file instead of fifteen.
const overlayGroup = {
  name: 'overlays',
  test: /node_modules[\\/](@floating-ui|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|tslib|get-nonce|@mantine[\\/]core[\\/]esm[\\/](components[\\/](AppShell|Avatar|Burger|Collapse|NavLink|Menu|Popover|Tooltip|FocusTrap|Overlay|Portal)|utils[\\/]Floating)|@mantine[\\/]hooks[\\/]esm[\\/]use-(focus-(trap|return)|collapse))[\\/].+[.]m?js$/,
  // What the sign-in has too stays in its own files.
  includeDependenciesRecursively: false,
}

// What every list begins with, and the sign-in does not: one file instead of thirty, which compressed apart are half as large
// again. What is opened in a list (its editors, the export, its views) has files of its own, and what the statistics and the
// first screen show too is the file of values.
const listGroups = [
  {
    name: 'values',
    test: /web[\\/]src[\\/](platform[\\/](list[\\/](panel-tab|address[\\/](default-window|list-search)|filters[\\/](filter-value|named-ranges|date-presets))|value[\\/](cell|money|labels|language|role-texts|readable-colour|use-gateways)|panel[\\/](anchor-link|row-so-far)|screen[\\/]use-row-title)|ui[\\/](page[\\/]page-head|status-tag|short-id|use-width|words[\\/]word-tag))[.]tsx?$|@mantine[\\/]core[\\/]esm[\\/]components[\\/]Badge/,
    includeDependenciesRecursively: false,
    priority: 1,
  },
  {
    name: 'list',
    test: /web[\\/]src[\\/](ui[\\/]page[\\/]side-panel|platform[\\/]list[\\/]((?!list-(empty|totals|link)|add)[a-z-]+|address[\\/](?!clean)[a-z-]+|table[\\/](?!opened)[a-z-]+|export[\\/]export-button|columns[\\/](?!column-choices)[a-z-]+|bulk[\\/](selection-cells|use-selection)|views[\\/]saved-views-button|filters[\\/]filter-(bar|chip)))[.]tsx?$/,
    includeDependenciesRecursively: false,
  },
]

// Small parts that every page behind the sign-in begins with: one file instead of nine of some hundred bytes.
const frameGroup = {
  name: 'frame',
  test: /web[\\/]src[\\/](platform[\\/](viewer|keys|api[\\/]related|value[\\/](instant|person-name)|list[\\/](list-link|table[\\/]opened-rows))|home[\\/]use-attention|ui[\\/]is-visible)[.]tsx?$/,
  includeDependenciesRecursively: false,
}

// What dozens of screens and forms are made of: one file instead of fifty, each of which costs a browser and the server some
// milliseconds, whatever its size.
const pieceGroup = {
  name: 'pieces',
  test: /node_modules[\\/](@mantine[\\/](hooks[\\/]esm|core[\\/]esm[\\/](core|utils[\\/](?!Floating)|components[\\/](ActionIcon|Anchor|CloseButton|Group|Input|Skeleton|Title|VisuallyHidden|Checkbox[\\/]CheckIcon|Radio[\\/]RadioIcon|Accordion[\\/]AccordionChevron)))|@tabler)[\\/].+[.]m?js$/,
  minShareCount: 4,
  includeDependenciesRecursively: false,
}

// Sheets of some hundred bytes are one file for lists, one for the statistics and one for panels and forms, instead of a
// request each (docs/adr/0060). The frame and the sign-in have theirs with their own parts.
const sheets = (path: string) => RegExp(`web/src/(${path}).*[.]module[.]css`.replaceAll('/', '[\\\\/]'))
const sheetGroups = [
  {
    name: 'lists',
    test: sheets(
      'platform/(value|list/(?!bulk/bulk|export/export-dialog|views|filters/date))|ui(?!/(charts|choices|field-list|sign-in|copy|section|table/small|words/response))|payments/(payment-(method|status)|respond-by|refunds)|tags/tag-chip|(disputes|organisations(/merchants)?)/[a-z]+[.]page',
    ),
    priority: 2,
  },
  { name: 'statistics', test: sheets('insights/|ui/charts/'), priority: 2 },
  { name: 'home', test: sheets('home/(?!first-steps)|ui/section'), priority: 2 },
  {
    name: 'panels',
    test: sheets('(?!app/|pay/|identity/(sign-in|sign-on|mfa|demo)|ui/(field-list|sign-in|copy))'),
    priority: 1,
  },
]

const preloads = lightPreloads()

export default defineConfig({
  plugins: [react(), payPage(), lightEndpoints(), ownLoading(), preloads.plugin],
  define: {
    __APP_VERSION__: JSON.stringify(appVersion()),
    __CONNECTION_TEXTS__: JSON.stringify(connectionTexts()),
    __CHECKOUT_TROUBLE_TEXTS__: JSON.stringify(checkoutTroubleTexts()),
  },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2023',
    // Browsers of that age know `modulepreload`, or do well without.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostId }) => preloads.needed(file, files, hostId),
    },
    // The largest is the map of the world, which is only loaded where it is shown.
    chunkSizeWarningLimit: 800,
    // The hosted payment page shares nothing with the back office.
    rollupOptions: {
      input: ['index.html', 'pay.html', 'pay-preview.html'].map((page) =>
        fileURLToPath(new URL(page, import.meta.url)),
      ),
      output: {
        codeSplitting: {
          groups: [
            ...contractGroups,
            libraryGroup,
            ...sheetGroups,
            overlayGroup,
            ...listGroups,
            frameGroup,
            pieceGroup,
          ],
        },
      },
    },
  },
})

/** The name in the sheet with four characters of the hash of the file's path: no change of anything else alters it. */
function className(name: string, file: string): string {
  const path = relative(here, file).replaceAll(sep, '/')
  return `${name}-${createHash('sha256').update(path).digest('hex').slice(0, 4)}`
}

/** While developing, as the server does it: every address of a payment link is one page, in the look of its design. */
function payPage(): Plugin {
  return {
    name: 'pay-page',
    apply: 'serve',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (request.url === '/pay/preview') request.url = '/pay-preview.html'
        else if (tokenIn(request.url)) request.url = '/pay.html'
        next()
      })
    },
    async transformIndexHtml(html, { originalUrl, server }) {
      const token = tokenIn(originalUrl)
      const target = server?.config.server.proxy?.['/v1']
      if (!token || typeof target !== 'string') return html
      const href = `/pay/${token}/design.css`
      const { ok } = await fetch(`${target}${href}`)
      if (!ok) return html
      const tags = [{ tag: 'link', attrs: { rel: 'stylesheet', href }, injectTo: 'head' as const }]
      return { html: html.replace('<html', '<html data-design'), tags }
    },
  }
}

/** The token in the address of a payment page. An address below it, such as that of its style sheet, has none. */
const tokenIn = (url = ''): string | undefined => /^\/pay\/([^/?]+)\/?(?:\?|$)/.exec(url)?.[1]

/** Leaves out the parts of an endpoint's description that only the server and the reference read. */
function lightEndpoints(): Plugin {
  const unread = [
    'summary',
    'description',
    'refusals',
    'status',
    'personOnly',
    'isSecret',
    'isHidden',
    'withoutTransaction',
  ]
  return {
    name: 'light-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/src\/.*[.-]endpoints\.ts$/ },
      handler(code, id) {
        let light = code
        const blank = (start: number, end: number) => {
          // Spaces keep the length, so that the positions of the next properties stay right.
          light = light.slice(0, start) + light.slice(start, end).replace(/[^\n]/g, ' ') + light.slice(end)
        }
        new Visitor({
          Property({ key, start, end }) {
            const isUnread = key.type === 'Identifier' && unread.includes(key.name)
            if (isUnread) blank(start, code[end] === ',' ? end + 1 : end)
          },
        }).visit(parseSync(id, code).program)
        return { code: light, map: null }
      },
    },
  }
}

/** Parts of the application are loaded by our own function, which waits while the server is away. */
function ownLoading(): Plugin {
  return {
    name: 'own-loading',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => fileURLToPath(new URL('src/platform/load-part.ts', import.meta.url)),
    },
  }
}

/**
 * Shortens the lists of files that parts of the application are loaded with: a file that is loaded before is not named. A screen
 * opens in the frame, after its address was checked. The build fails when the sign-in would load the entities.
 */
function lightPreloads() {
  const chunks = new Map<string, Rolldown.OutputChunk>()
  const isSignIn = ({ facadeModuleId }: Rolldown.OutputChunk) =>
    /[\\/]identity[\\/](sign-in|sign-on|mfa)[\\/]/.test(facadeModuleId ?? '')
  const isScreen = (chunk: Rolldown.OutputChunk) =>
    /[.](page|panel)[.]tsx$/.test(chunk.facadeModuleId ?? '') && !isSignIn(chunk)
  const filesNamed = (name: string) => [...chunks.values()].filter((each) => each.name === name).map(nameOfFile)
  const allOf = (files: readonly string[]): Set<string> => {
    const known = new Set(files)
    // What is added on the way is walked as well.
    for (const file of known) for (const each of chunks.get(file)?.imports ?? []) known.add(each)
    return known
  }
  const plugin: Plugin = {
    name: 'light-preloads',
    apply: 'build',
    // Before Vite writes the lists.
    enforce: 'pre',
    generateBundle(_, bundle) {
      for (const each of Object.values(bundle)) if (each.type === 'chunk') chunks.set(each.fileName, each)
      const [entities] = filesNamed('entities')
      if (entities && allOf(filesNamed('router')).has(entities))
        this.error('The sign-in loads all entities: a *.screen.ts imports rules that vite.config.ts has in no group')
    },
  }
  return {
    plugin,
    needed: (file: string, files: readonly string[], host: string): string[] => {
      const target = chunks.get(file)
      const frame = target && isScreen(target) ? ['shell', 'enter'].flatMap(filesNamed) : []
      const loaded = allOf([host, ...frame])
      return files.filter((each) => each === file || !loaded.has(each))
    },
  }
}

const nameOfFile = ({ fileName }: Rolldown.OutputChunk): string => fileName

/** The package's version and a hash of all sources. The offline worker uses files of this version only. */
function appVersion(): string {
  const { version } = readJson('package.json') as { version: string }
  const hash = createHash('sha256')
  const sources = globSync(['*.html', 'public/**', 'src/**', '../contract/src/**', '../package-lock.json'], {
    cwd: here,
  })
  for (const file of sources.map((each) => join(here, each)).sort())
    if (statSync(file).isFile()) hash.update(readFileSync(file))
  return `${version}-${hash.digest('hex').slice(0, 8)}`
}

function connectionTexts(): Record<string, unknown> {
  const of = (language: string) => {
    const { connection } = readJson(`public/locales/${language}/main.json`) as { connection: Record<string, string> }
    const { away, outdated, reload } = connection
    return { away, outdated, reload }
  }
  return inBothLanguages(of)
}

function checkoutTroubleTexts(): Record<string, unknown> {
  return inBothLanguages((language) => {
    const { again, by, network } = readJson(`public/locales/${language}/checkout.json`) as Record<string, unknown>
    return { again, by, network }
  })
}

function inBothLanguages(of: (language: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(['nl', 'en-US'].map((language) => [language, of(language)]))
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}
