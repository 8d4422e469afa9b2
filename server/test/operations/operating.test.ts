import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../../tools/root.ts'
import { freePort } from '../../../tools/run/processes.ts'
import { type Installation, openInstallation } from './installation.ts'

let here: Installation

beforeAll(async () => {
  here = await openInstallation('other')
}, 120_000)
afterAll(() => here.stop())

const blocks = [...readFileSync(join(root, 'docs/operating.md'), 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(
  ([, block = '']) => block,
)

/** A server or a worker is started, asked until it is ready, and told to stop: the page says that it runs until then. */
const served = (block: string) =>
  block.replace(
    /^node server\/kontor\.mjs (serve|work)$/m,
    (_, command) => `node server/kontor.mjs ${command} & server=$!
     until node -e 'fetch("http://127.0.0.1:" + process.env.${command === 'work' ? 'KONTOR_WORK_PORT' : 'PORT'} + "/readyz").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))'
     do kill -0 $server; sleep 0.2; done
     echo "${command} ready"; kill -TERM $server; wait $server; echo "stopped"`,
  )

it('the commands of the page on operating lead from an empty server to one that is ready', {
  timeout: 180_000,
}, async () => {
  expect(blocks.length).toBeGreaterThan(5)
  const bin = join(here.folder, 'bin')
  const secrets = join(here.folder, 'secrets')
  for (const folder of [bin, secrets]) mkdirSync(folder)
  // Not every machine of development has psql; the statements are run all the same.
  writeFileSync(
    join(bin, 'psql'),
    `#!/usr/bin/env node
const pg = require('${join(root, 'node_modules/pg')}')
const [url, , statement] = process.argv.slice(2)
const client = new pg.Client(url)
client.connect().then(() => client.query(statement)).then(() => client.end())
`,
  )
  chmodSync(join(bin, 'psql'), 0o755)
  const child = spawn('bash', ['-e', '-c', blocks.map(served).join('\n')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: [bin, dirname(process.execPath), process.env['PATH']].join(delimiter),
      ADMIN_URL: here.postgres.url,
      DATABASE_HOST: `127.0.0.1:${here.postgres.port}`,
      SECRETS: secrets,
      PORT: String(await freePort()),
      KONTOR_WORK_PORT: String(await freePort()),
      KONTOR_FIELDS_PORT: '0',
      KONTOR_DRAIN_SECONDS: '0',
      LOG_LEVEL: 'fatal',
    },
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  expect([code, err]).toEqual([0, ''])
  const lines = out.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^The tables are those of /)
  expect(lines[1]).toMatch(/https:\/\/kontor\.example\/set-up\?token=/)
  expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([])
  expect(lines).toEqual(expect.arrayContaining(['serve ready', 'work ready', 'stopped']))
  expect(lines.at(-1)).toMatch(/^archive /)
})
