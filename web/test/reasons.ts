import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type VisitorObject } from 'vite'

const root = join(import.meta.dirname, '../..')
const isReason = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+(_[a-z]+)*$/.test(value)

/** Checks of zod whose last argument is the reason. */
const checks = ['min', 'max', 'length', 'regex', 'refine', 'multipleOf', 'gt', 'gte', 'lt', 'lte', 'startsWith']

/** Every reason for a part of a body, read from the sources of the contract's schemas and the server's refusals. */
export function reasons(): string[] {
  const found = new Set<string>()
  walk('contract/src', {
    CallExpression({ callee, arguments: given }) {
      const last = given.at(-1)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const isOfZod = callee.object.type === 'Identifier' && callee.object.name === 'z'
      const says = isOfZod
        ? callee.property.name !== 'literal' || given.length > 1
        : checks.includes(callee.property.name)
      if (says && last?.type === 'Literal' && isReason(last.value)) found.add(last.value)
    },
    Property({ key, value }) {
      const says = key.type === 'Identifier' && ['error', 'message'].includes(key.name)
      if (says && value.type === 'Literal' && isReason(value.value)) found.add(value.value)
    },
  })
  walk('server/src', {
    NewExpression({ callee, arguments: [code, details] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'Refusal' || details?.type !== 'ObjectExpression') return
      // Only `invalid_request` is explained by its details; every other code has a text of its own.
      if (code?.type !== 'Literal' || code.value !== 'invalid_request') return
      for (const each of details.properties) {
        if (each.type !== 'Property' || each.key.type !== 'Literal' || each.value.type !== 'Literal') continue
        if (String(each.key.value).startsWith('body.') && isReason(each.value.value)) found.add(each.value.value)
      }
    },
  })
  return [...found]
}

function walk(folder: string, visitor: VisitorObject): void {
  // The payment page shows only the text of the refusal, not the reasons of single fields.
  const files = globSync('**/*.ts', { cwd: join(root, folder) }).filter(
    (file) => !file.endsWith('.test.ts') && !file.endsWith('pay-session.ts'),
  )
  for (const file of files)
    new Visitor(visitor).visit(parseSync(file, readFileSync(join(root, folder, file), 'utf8')).program)
}
