import { describe, expect, it } from 'vitest'
import { type Document, type Json, linesOf, type Operation } from './document.ts'
import { shareRepeated } from './share-repeated.ts'

const row = { type: 'object', properties: { id: { type: 'string' } } }
const problem = { description: 'Refused' }
const from = { name: 'created_at>', in: 'query', schema: { type: 'string' } }
const choice = (...values: string[]): Json => ({ name: 'status', in: 'query', schema: { enum: values } })

const operation = (operationId: string, tag: string, parameters: Json[], schema: Json): Operation => ({
  operationId,
  tags: [tag],
  parameters,
  responses: { 200: { description: 'The answer', content: { 'application/json': { schema } } }, '4XX': problem },
})

const documentOf = (...operations: Operation[]): Document => ({
  paths: Object.fromEntries(operations.map((each) => [`/${each.operationId}`, { get: each }])),
  components: { schemas: {} },
})

const inPaths = ({ paths }: Document, id: string) => paths[`/${id}`]?.['get']
const answerOf = (document: Document, id: string) =>
  inPaths(document, id)?.responses['200']?.content?.['application/json']?.schema

describe('a document that repeats nothing', () => {
  it('has parameters that several operations have once, in letters that components may have', () => {
    const shared = shareRepeated(documentOf(operation('listA', 'a', [from], {}), operation('listB', 'b', [from], {})))
    expect(shared.components.parameters).toEqual({ created_at_from: from })
    for (const id of ['listA', 'listB'])
      expect(inPaths(shared, id)?.parameters).toEqual([{ $ref: '#/components/parameters/created_at_from' }])
  })

  it('gives the plain name to the shape that most kinds of rows have, and tells the others by their kind', () => {
    const [wide, narrow, alone] = [choice('OPEN', 'DONE'), choice('ON', 'OFF'), choice('NEVER')]
    const shared = shareRepeated(
      documentOf(
        operation('listA', 'a', [narrow], {}),
        operation('countA', 'a', [narrow], {}),
        operation('exportA', 'a', [narrow], {}),
        operation('listB', 'b', [wide], {}),
        operation('listC', 'c', [wide], {}),
        operation('listD', 'd', [alone], {}),
      ),
    )
    expect(shared.components.parameters).toEqual({ status: wide, a_status: narrow })
    expect(inPaths(shared, 'listD')?.parameters).toEqual([alone])
  })

  it('has rows, answers and the refusal once', () => {
    const whole = { type: 'object', properties: { sum: { type: 'integer' } } }
    const shared = shareRepeated(
      documentOf(
        operation('listA', 'a', [], { type: 'array', items: row }),
        operation('bestA', 'a', [], { type: 'array', items: row }),
        operation('sumA', 'a', [], whole),
        operation('sumB', 'b', [], whole),
      ),
    )
    expect(shared.components.schemas).toEqual({ listARow: row, sumAReply: whole })
    expect(answerOf(shared, 'bestA')).toEqual({ type: 'array', items: { $ref: '#/components/schemas/listARow' } })
    expect(answerOf(shared, 'sumB')).toEqual({ $ref: '#/components/schemas/sumAReply' })
    expect(shared.components.responses).toEqual({ problem })
  })

  it('leaves out what nothing refers to, also not by way of another', () => {
    const made = documentOf(operation('getA', 'a', [], { $ref: '#/components/schemas/a' }))
    const inner = { type: 'string' }
    made.components.schemas = {
      a: { allOf: [{ $ref: '#/components/schemas/inner' }] },
      inner,
      aInput: { allOf: [{ $ref: '#/components/schemas/innerInput' }] },
      innerInput: inner,
    }
    expect(Object.keys(shareRepeated(made).components.schemas)).toEqual(['a', 'inner'])
  })

  it('names the fields of a record whose keys are known', () => {
    const counts = {
      type: 'object',
      propertyNames: { enum: ['NEW', 'LOST'] },
      additionalProperties: { type: 'integer' },
      required: ['NEW', 'LOST'],
    }
    const shared = shareRepeated(documentOf(operation('countA', 'a', [], counts)))
    expect(answerOf(shared, 'countA')).toEqual({
      type: 'object',
      properties: { NEW: { type: 'integer' }, LOST: { type: 'integer' } },
      additionalProperties: false,
      required: ['NEW', 'LOST'],
    })
  })

  it('leaves the document that it was made from as it was', () => {
    const made = documentOf(operation('listA', 'a', [from], {}), operation('listB', 'b', [from], {}))
    const before = structuredClone(made)
    shareRepeated(made)
    expect(made).toEqual(before)
  })
})

it('the committed form has a line for each operation and each component, and is read as what it was', () => {
  const document = {
    openapi: '3.1.0',
    tags: [{ name: 'a' }],
    paths: { '/a': { get: { tags: ['a'] }, put: {} } },
    none: {},
  }
  const lines = linesOf(document)
  expect(JSON.parse(lines)).toEqual(document)
  expect(lines.split('\n')).toContain('   "get": {"tags":["a"]},')
})
