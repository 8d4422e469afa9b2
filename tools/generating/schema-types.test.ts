import { expect, it } from 'vitest'
import type { Json } from '../../server/src/reference/document.ts'
import { schemaTypes } from './schema-types.ts'

const typesOf = (schemas: Record<string, Json> = {}) => schemaTypes({ components: { schemas } })
const status = { type: 'string', enum: ['OPEN', 'DONE'] }

it('a list of an answer may grow, and that of a body may not', () => {
  expect(typesOf().of(status, 'answer')).toBe("Open<'OPEN' | 'DONE'>")
  expect(typesOf().of(status, 'body')).toBe("'OPEN' | 'DONE'")
})

it('a component is declared once, for bodies apart from answers', () => {
  const types = typesOf({
    plan_item: { type: 'object', properties: { status, next: { $ref: '#/x/plan_item' } }, required: ['status'] },
  })
  const item = { $ref: '#/components/schemas/plan_item' }
  expect([types.of({ type: 'array', items: item }, 'answer'), types.of(item, 'body')]).toEqual([
    'PlanItem[]',
    'PlanItemBody',
  ])
  expect(types.declarations().join('\n')).toBe(`export interface PlanItem {
  readonly status: Open<'OPEN' | 'DONE'>
  readonly next?: PlanItem | undefined
}

export interface PlanItemBody {
  readonly status: 'OPEN' | 'DONE'
  readonly next?: PlanItemBody | undefined
}
`)
})

it('a relation is an id, parameters are what a program has, and what has no type is an error', () => {
  const row = { type: 'object', description: 'A customer, when populated' }
  expect(typesOf().of({ anyOf: [{ anyOf: [{ type: 'string' }, row] }, { type: 'null' }] }, 'answer')).toBe(
    'string | null',
  )
  const types = typesOf()
  types.query('Query', [
    { name: 'amount>', schema: { type: 'string', pattern: '^-?\\d{1,16}$' } },
    { name: 'blocked', schema: { type: 'string', enum: ['true', 'false'] }, required: true },
    { name: 'status[]', schema: { type: 'array', items: status } },
  ])
  expect(types.declarations()[0]).toBe(`export interface Query {
  readonly 'amount>'?: number | undefined
  readonly blocked: boolean
  readonly 'status[]'?: ReadonlyArray<'OPEN' | 'DONE'> | undefined
}`)
  expect(() => typesOf().of({ type: 'moon' }, 'answer')).toThrow('No type for')
})
