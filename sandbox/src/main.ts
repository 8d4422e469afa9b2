import { buildSandbox } from './app.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
const sandbox = await buildSandbox(settings)
await sandbox.listen({ host: settings.host, port: settings.port })
console.log(`sandbox listening on ${sandbox.listeningOrigin}`)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sandbox.close())
}
