// `npm run gateway:try -- stripe`: tries a gateway's adapter with a test account, in eighteen steps.
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { findGateway, gateways } from '../server/src/processors/gateways.ts'
import type { Manifest } from '../server/src/processors/manifest.ts'
import { StartProblem } from './database/data-lock.ts'
import { said } from './run/problem.ts'
import { silentOf, variablesOf } from './trying/test-credential.ts'
import { runTrial } from './trying/trial.ts'
import { NotPossible } from './trying/try-gateway.ts'

/** Those with addresses of their own: the sandbox has none. */
const tried = gateways.filter(({ manifest }) => manifest.addresses !== 'of_installation' && manifest.addresses.test)

const lineOf = (manifest: Manifest) => `  ${manifest.name.padEnd(7)} ${variablesOf(manifest).join(', ')}`
const usage = `npm run gateway:try -- ${tried.map(({ manifest }) => manifest.name).join('|')} [--tunnel https://…] [--port 4099] [--file <path>]

Eighteen steps with a test account, whose credential is read from the environment:
${tried.map(({ manifest }) => lineOf(manifest)).join('\n')}
What says that it is of a live account is refused before anything is sent. These do not say it, and go to the address for tests alone:
  ${tried.flatMap(({ manifest }) => silentOf(manifest)).join(', ')}
--tunnel is an address in public that leads to --port of this machine: without it no webhook can arrive.
The exchanges are written to --file, masked (gateway-try-<gateway>.json).
Exit code: 0 when every step was as expected, 1 when one was not, 2 when some were not possible.`

// npm runs scripts in the folder of the package; INIT_CWD is the folder where it was called.
const here = process.env.INIT_CWD ?? process.cwd()

try {
  process.exitCode = await run()
} catch (error) {
  console.error(said(error))
  process.exitCode = 1
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      tunnel: { type: 'string' },
      port: { type: 'string', default: '4099' },
      file: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const [name = '', ...others] = positionals
  const gateway = findGateway(name)
  if (name === '' || others.length > 0) throw new StartProblem(`Name one gateway.\n\n${usage}`)
  if (!gateway || !tried.includes(gateway)) throw new StartProblem(`There is no gateway ${name} to try.\n\n${usage}`)
  const { tunnel, port, file = `gateway-try-${gateway.manifest.name}.json` } = values
  if (tunnel !== undefined && !URL.canParse(tunnel)) throw new StartProblem('--tunnel is an address.')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new StartProblem('--port is a number up to 65535.')
  return runTrial(gateway, {
    ...{ env: process.env, tunnel: tunnel?.replace(/\/$/, ''), port: Number(port), file: resolve(here, file) },
    ...{ ask, patience_ms: 60_000, print: (text: string) => console.log(text) },
  })
}

async function ask(text: string): Promise<void> {
  if (!process.stdin.isTTY) throw new NotPossible('nobody sits at this terminal')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  await terminal.question(`    ${text}\n    Then press Enter. `)
  terminal.close()
}
