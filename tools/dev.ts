// `npm run dev`: starts everything that `npm start` does, from the sources. The web application is reloaded, and the
// server and the sandbox are restarted, when one of their files changes. `npm run dev -- --inspect` opens the server to
// a debugger.
import { createServer } from 'node:http'
import { join } from 'node:path'
import pretty from 'pino-pretty'
import { createServer as createVite } from 'vite'
import { StartProblem } from './database/data-lock.ts'
import { root } from './root.ts'
import { said } from './run/problem.ts'
import { freePort, isPortFree } from './run/processes.ts'
import { readSettings } from './run/settings.ts'
import { startStack } from './run/stack.ts'
import { onStopRequest } from './run/stopping.ts'

const usualPort = 5173
// Paths that the server answers; the web application answers all others.
const serverPaths = ['/v1', '/docs', '/healthz', '/demo-mail', '^/pay/[^/]+/design\\.css']
const { signal, force, asked } = onStopRequest()
force.addEventListener('abort', () => setImmediate(() => process.exit(130)))

try {
  const serverNodeOptions = inspectorIn(process.argv.slice(2))
  const settings = readSettings()
  const host = settings.host
  const port = await webPort(host)
  const publicUrl = settings.publicUrl ?? `http://localhost:${port}`
  const stack = await startStack({
    ...settings,
    publicUrl,
    port: 0,
    sandboxPort: process.env.KONTOR_SANDBOX_PORT
      ? settings.sandboxPort
      : await freeOr(settings.sandboxPort, '127.0.0.1'),
    fieldsPort: process.env.KONTOR_FIELDS_PORT ? settings.fieldsPort : 0,
    env: { NODE_ENV: 'development' },
    developing: { serverNodeOptions, serverOutput: readableLog() },
    signal,
    force,
    log: console.log,
  })
  try {
    const stopWeb = await serveWeb({ host, port, serverUrl: stack.url })
    const ways = [stack.firstUserLink, stack.sandboxUrl].filter((each) => each !== undefined)
    console.log([`ready at ${publicUrl}`, ...ways, ...stack.signIns].join('\n'))
    await asked
    await stopWeb()
  } finally {
    await stack.stop()
  }
} catch (error) {
  if (!signal.aborted) console.error(said(error))
  process.exit(1)
}
process.exit(0)

/**
 * Serves the web application through our own HTTP server: Vite's ends the process at SIGTERM, before the database is
 * stopped.
 */
async function serveWeb({ host, port, serverUrl }: { host: string; port: number; serverUrl: string }) {
  const http = createServer()
  const vite = await createVite({
    root: join(root, 'web'),
    server: {
      middlewareMode: true,
      hmr: { server: http },
      proxy: Object.fromEntries(serverPaths.map((path) => [path, serverUrl])),
    },
  })
  http.on('request', vite.middlewares)
  await new Promise<void>((resolve, reject) => http.once('error', reject).listen(port, host, resolve))
  return async () => {
    http.closeAllConnections()
    http.close()
    await vite.close()
  }
}

/** PORT when it is set (a StartProblem when it is taken), otherwise the usual port or a free one. */
async function webPort(host: string): Promise<number> {
  const wanted = Number(process.env.PORT || 0)
  if (!wanted) return freeOr(usualPort, host)
  if (await isPortFree(wanted, host)) return wanted
  throw new StartProblem(`Port ${wanted} is in use: stop what uses it, or set PORT.`)
}

async function freeOr(port: number, host: string): Promise<number> {
  return (await isPortFree(port, host)) ? port : freePort()
}

function inspectorIn(args: string[]): string[] {
  const unknown = args.find((each) => !/^--inspect(=.+)?$/.test(each))
  if (unknown) throw new StartProblem(`"${unknown}" is not known: npm run dev [-- --inspect[=127.0.0.1:9229]]`)
  return args
}

/** Turns JSON log lines into readable ones; a line that is not JSON stays as it is. */
function readableLog() {
  const colorize = process.stdout.isTTY
  return pretty({ colorize, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', singleLine: true, sync: true })
}
