import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGenerator } from 'ts-json-schema-generator'

const nodeModules = join(import.meta.dirname, '../../../node_modules')
const cache = join(nodeModules, '.cache/gateway-documents')
const look_ms = 100
const longest_ms = 120_000

/** Types of a gateway's own npm package, which is a development dependency: adapters do not load it. */
export interface PackageTypes {
  package: string
  /** The lines of TypeScript that import what the expressions name. */
  imports: string
}

/**
 * A JSON schema for each of some expressions of types, such as `checkout.PaymentRequest`. To make them takes eight seconds of a
 * processor, so one worker makes them, and they are kept until the package or the expressions change.
 */
export function schemasFromTypes(types: PackageTypes, expressions: readonly string[]): Map<string, object> {
  const { version } = JSON.parse(readFileSync(join(nodeModules, types.package, 'package.json'), 'utf8'))
  const sorted = [...new Set(expressions)].sort()
  const identity = JSON.stringify([types, version, sorted])
  const key = createHash('sha256').update(identity).digest('hex').slice(0, 16)
  const kept = join(cache, `${key}.json`)
  if (!existsSync(kept))
    byOneWorker(kept, () => writeWhole(kept, JSON.stringify(generated(types.imports, sorted, key))))
  const schemas: object[] = JSON.parse(readFileSync(kept, 'utf8'))
  return new Map(sorted.map((expression, index) => [expression, schemas[index] ?? {}]))
}

/** Makes the file, or waits until another worker has made it. One that was killed meanwhile leaves its turn after a while. */
function byOneWorker(kept: string, make: () => void): void {
  const turn = `${kept}.turn`
  mkdirSync(cache, { recursive: true })
  while (!existsSync(kept)) {
    try {
      mkdirSync(turn)
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, look_ms)
      const begun_ms = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
      if (Date.now() - begun_ms > longest_ms) rmSync(turn, { recursive: true, force: true })
      continue
    }
    try {
      if (!existsSync(kept)) make()
    } finally {
      rmSync(turn, { recursive: true, force: true })
    }
  }
}

function generated(imports: string, expressions: readonly string[], key: string): object[] {
  // A name of our own, because an alias of the same name as its type counts as a second definition.
  const named = expressions.map((expression, index) => `export type Asked${index} = ${expression}`)
  const path = join(cache, `${key}.ts`)
  writeWhole(path, [imports, ...named, ''].join('\n'))
  const tsconfig = join(cache, 'tsconfig.json')
  const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, types: [], skipLibCheck: true }
  writeWhole(tsconfig, JSON.stringify({ compilerOptions, files: [] }))
  const options = {
    path,
    tsconfig,
    skipTypeCheck: true,
    additionalProperties: false,
    functions: 'hide',
    jsDoc: 'none',
  } as const
  const generator = createGenerator(options)
  return expressions.map((_, index) => generator.createSchema(`Asked${index}`))
}

/** Another worker may look for the file at the same time. */
function writeWhole(path: string, text: string) {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}
