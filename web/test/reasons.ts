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
  walk('contract/src', '', {
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
  const look = (path: Said, value: Said) => {
    if (beginningOf(path).startsWith('body.') && value.type === 'Literal' && isReason(value.value))
      found.add(value.value)
  }
  // A form shows them under its field, whatever the refusal itself says.
  walk('server/src', 'body.', {
    Property({ key, value }) {
      look(key, value)
    },
    AssignmentExpression({ left, right }) {
      if (left.type === 'MemberExpression') look(left.property, right)
    },
  })
  return [...found]
}

interface Said {
  readonly type: string
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[]
}

/** The beginning of a text, also of one with values in it. */
const beginningOf = ({ value, quasis }: Said): string => String(quasis?.[0]?.value.raw ?? value)

/** Only files with the word are read: most have none. */
function walk(folder: string, word: string, visitor: VisitorObject): void {
  // The payment page shows only the text of the refusal, not the reasons of single fields, and no page names a field twice.
  const files = globSync('**/*.ts', { cwd: join(root, folder) }).filter(
    (file) => !['.test.ts', 'pay-session.ts', 'json-body.ts'].some((end) => file.endsWith(end)),
  )
  for (const file of files) {
    const text = readFileSync(join(root, folder, file), 'utf8')
    if (text.includes(word)) new Visitor(visitor).visit(parseSync(file, text).program)
  }
}
