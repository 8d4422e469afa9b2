// `npm run dev`: everything of `npm start`, with the web application served from its sources and reloaded on a change.
import { join } from 'node:path'
import { createServer } from 'vite'
import { StartProblem } from './database/data-lock.ts'
import { root } from './root.ts'
import { startStack } from './run/stack.ts'
import { onStopRequest } from './run/stopping.ts'
import { readSettings } from './settings.ts'

const webPort = 5173
// What the server answers itself; all else is the web application's.
const serverPaths = ['/v1', '/docs', '/healthz', '/demo-mail']
const { signal, force, asked } = onStopRequest()
force.addEventListener('abort', () => setImmediate(() => process.exit(130)))

try {
  const publicUrl = `http://localhost:${webPort}`
  const stack = await startStack({
    ...readSettings(),
    publicUrl,
    env: { NODE_ENV: 'development' },
    signal,
    force,
    log: console.log,
  })
  const proxy = Object.fromEntries(serverPaths.map((path) => [path, stack.url]))
  const web = await createServer({ root: join(root, 'web'), server: { port: webPort, strictPort: true, proxy } })
  await web.listen()
  console.log([publicUrl, ...stack.signIns].join('\n'))
  await asked
  await web.close()
  await stack.stop()
} catch (error) {
  if (!signal.aborted) console.error(error instanceof StartProblem ? error.message : error)
  process.exit(1)
}
process.exit(0)
