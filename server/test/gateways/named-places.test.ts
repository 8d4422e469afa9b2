import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gateways } from '../../src/processors/gateways.ts'

const root = join(import.meta.dirname, '../../..')

/** The places beside its own folder where a gateway may be named, and why (docs/adr/0083). A place that ends with `/` is a folder. */
const allowed: Readonly<Record<string, string>> = {
  'server/src/processors/gateways.ts': 'the line of each gateway',
  'server/src/platform/secrets/secret-forms.ts': 'what a secret of it looks like in a text',
  'contract/src/settlements/settlement.endpoints.ts': 'the report of it whose columns bookkeeping programs read',
  'web/src/pay/fields/': 'its fields for a card, in an origin of their own',
  'tools/generating/gateways-truth.ts': 'its chapter of docs/gateways/truth.md',
  'tools/generating/gateways-answers.ts': 'its answers in that chapter',
  'tools/trying/trial-cards.ts': 'its test cards',
}

const names = gateways
  .map(({ manifest }) => manifest)
  .filter(({ addresses }) => addresses !== 'of_installation')
  .map(({ name }) => name)
const word = new RegExp(names.join('|'), 'i')

/** Comments may say why something is as it is. */
const codeOf = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const naming = globSync(['{contract,server,web}/src/**/*.{ts,tsx}', 'tools/**/*.ts'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .filter((file) => !names.some((name) => file.startsWith(`server/src/processors/${name}/`)))
  .filter((file) => word.test(codeOf(file)))

const isIn = (place: string, file: string) => (place.endsWith('/') ? file.startsWith(place) : file === place)

it('no gateway is named in engine, contract or web, nor anywhere beside its own files, but where that is said (check 19)', () => {
  expect(names.length).toBeGreaterThan(2)
  expect(naming.filter((file) => !Object.keys(allowed).some((place) => isIn(place, file)))).toEqual([])
})

it.each(Object.entries(allowed))('%s names a gateway: %s', (place) => {
  expect(naming.filter((file) => isIn(place, file))).not.toEqual([])
})
