import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../server/test/harness.ts'
import { root } from '../../tools/root.ts'
import type { Operation } from '../src/call.ts'
import { operations } from '../src/generated/operations.ts'

let folder: string
let app: TestApp
/** The programs of the README, in order. */
const programs = [...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(/^```js\n(.*?)^```$/gms)].map(
  ([, text]) => text ?? '',
)

/** A stranger's folder: the packed client, and nothing else. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-client-'))
  const pack = [join(root, 'client/pack.mjs'), join(folder, 'packed')]
  const packed = execFileSync(process.execPath, pack, { encoding: 'utf8' }).trim()
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const options = ['--offline', '--no-audit', '--no-fund', '--silent']
  execFileSync('npm', ['install', packed, ...options], { cwd: folder, stdio: 'inherit' })
  for (const [index, text] of programs.entries()) writeFileSync(join(folder, `program-${index}.ts`), text)
  app = await startTestApp()
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

it('the package is of one folder, names no other package, and holds no tests', () => {
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@kontor'])
  const client = join(folder, 'node_modules/@kontor/client')
  const manifest = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8'))
  expect(Object.keys(manifest).filter((name) => /dependencies|scripts/i.test(name))).toEqual([])
  expect(readdirSync(client).sort()).toEqual(['README.md', 'package.json', 'src'])
  const built = readdirSync(join(client, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /[.](js|ts)$/.test(file),
  )
  const imports = built.flatMap((file) => [
    ...readFileSync(join(client, 'src', file), 'utf8').matchAll(/ from '([^']+)'/g),
  ])
  expect(imports.map(([, from]) => from).filter((from) => !from?.startsWith('.'))).toEqual([])
})

it('the programs of the README have the right types, in a project that has no types but those of the browser', () => {
  expect(programs.length).toBeGreaterThan(3)
  writeFileSync(join(folder, 'environment.d.ts'), 'declare const process: { env: Record<string, string> }')
  const options = [
    '--noEmit',
    '--strict',
    '--noImplicitAny',
    'false',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    '',
  ]
  const files = ['environment.d.ts', ...programs.keys().map((index) => `program-${index}.ts`)]
  const compiler = join(root, 'node_modules/.bin/tsc')
  const output = () =>
    execFileSync(compiler, [...options, '--lib', 'es2022,dom,dom.asynciterable', ...files], {
      cwd: folder,
      encoding: 'utf8',
    })
  expect(output()).toBe('')
})

it('the README names each resource, and each write that no key protects', () => {
  const readme = readFileSync(join(root, 'client/README.md'), 'utf8')
  const all = Object.entries<Record<string, Operation>>(operations)
  const unprotected = all.flatMap(([name, methods]) =>
    Object.entries(methods).flatMap(([method, { keepsNoAnswer }]) => (keepsNoAnswer ? [`${name}.${method}`] : [])),
  )
  for (const name of [...all.map(([name]) => name), ...unprotected]) expect(readme).toContain(`\`${name}\``)
})

it('the first program of the README has ten lines, and takes a payment once, however often it runs', async () => {
  const [text = ''] = programs
  expect(text.split('\n').filter(Boolean).length).toBeLessThanOrEqual(10)
  const shop = await app.make.merchant({ payment_product: 'ideal' })
  await app.connect(shop.merchant)
  const env = {
    ...process.env,
    ...{ KONTOR_URL: app.url, KONTOR_KEY: await app.make.apiKey(shop.merchant) },
    ...{ KONTOR_SHOP: shop.profile, ORDER: 'order-7' },
  }
  writeFileSync(join(folder, 'program.mjs'), text)
  const run = () => promisify(execFile)(process.execPath, ['program.mjs'], { cwd: folder, env })
  const { stdout } = await run()
  expect(stdout).toMatch(/^INITIATED http:\S+\/authenticate\/\S+\n$/)
  expect((await run()).stdout).toBe(stdout)
  const { rows } = await app.databases.pools.provider.query('select amount from transaction where merchant_id = $1', [
    shop.merchant,
  ])
  expect(rows).toEqual([{ amount: 2_500 }])
})
