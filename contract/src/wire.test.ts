import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { detailsOf } from './lists/list-query.ts'
import { freeText, lineOfText, ofList, ofText, pictureAddress, secureAddress, webAddress } from './wire.ts'

const refused = (schema: z.ZodType, value: unknown) => {
  const given = { field: value }
  const { error } = z.strictObject({ field: schema }).safeParse(given)
  return error && detailsOf(error, 'body', given)
}

const noText = { length: { toString: 1, valueOf: 1 } }

describe('a text', () => {
  it('of a largest and a smallest length is no object, whatever that says of its length', () => {
    for (const value of [noText, { length: 5 }, [1, 2, 3], 7, true, null])
      expect(refused(lineOfText(4).min(1, ofText('required')), value)).toEqual({ 'body.field': 'invalid_type' })
    expect(refused(z.array(z.string()).min(1, ofList('required')), noText)).toEqual({ 'body.field': 'invalid_type' })
  })

  it('that is too long or missing is refused as before', () => {
    expect(refused(lineOfText(4), 'abcde')).toEqual({ 'body.field': 'too_long' })
    expect(refused(lineOfText(4).min(1, ofText('required')), '')).toEqual({ 'body.field': 'required' })
    expect(refused(z.array(z.string()).max(1, ofList('too_many')), ['a', 'b'])).toEqual({ 'body.field': 'too_many' })
  })
})

/** Every schema that a body is read with; of an address there is nothing but text. */
const given: [string, z.ZodType][] = []
const folder = import.meta.dirname
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
  each.endsWith('.schemas.ts'),
))
  for (const [name, schemas] of Object.entries((await import(join(folder, file))) as Record<string, unknown>))
    for (const [part, schema] of Object.entries((schemas ?? {}) as Record<string, unknown>))
      if (part === 'body' && schema instanceof z.ZodType) given.push([`${name}.${part}`, schema])

/** Wherever the schema takes something of its own kind: the same with this in its place. */
function withEverywhere(schema: z.ZodType, wrong: unknown): unknown {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } }
  const inner = def['innerType'] ?? def['in']
  if (inner instanceof z.ZodType) return withEverywhere(inner, wrong)
  if (def.type !== 'object') return wrong
  return Object.fromEntries(
    Object.entries(def['shape'] as Record<string, z.ZodType>).map(([name, field]) => [
      name,
      withEverywhere(field, wrong),
    ]),
  )
}

describe('every schema of the contract', () => {
  it('is found', () => expect(given.length).toBeGreaterThan(50))

  it.each(given)('%s refuses what is of a wrong kind, and never fails', (_, schema) => {
    const wrongs = [
      noText,
      [noText],
      {},
      [],
      [[]],
      'https:x',
      'https://',
      '//x',
      '\0',
      '\ud800',
      -1,
      1.5,
      2 ** 60,
      true,
      null,
      '',
    ]
    for (const wrong of wrongs) {
      expect(() => schema.safeParse(wrong)).not.toThrow()
      expect(() => schema.safeParse(withEverywhere(schema, wrong))).not.toThrow()
    }
  })
})

describe('an address of the web', () => {
  it.each([
    'https:evil.example',
    'HTTPS://shop.example',
    'https://',
    '//shop.example',
    'EURO',
    '0',
    'ftp://shop.example',
    ' https://shop.example',
    'https://shop.example\nx',
    'https:\\\\shop.example',
  ])('is not %j', (value) => {
    expect(refused(webAddress, value)).toBeDefined()
    expect(refused(secureAddress, value)).toBeDefined()
    expect(refused(pictureAddress, value)).toBeDefined()
  })

  it('is one of a web server', () => {
    for (const port of ['', ':80', ':443', ':8080', ':8443', ':65535'])
      expect(refused(webAddress, `http://shop.example${port}/hook`)).toBeUndefined()
    for (const port of [':22', ':25', ':5432', ':6379', ':11211', ':1'])
      expect(refused(webAddress, `http://shop.example${port}/hook`)).toEqual({ 'body.field': 'port_not_of_web' })
  })

  it('of a picture holds no password, and of a browser’s way on a name', () => {
    expect(refused(pictureAddress, 'https://shop.example/logo.svg')).toBeUndefined()
    for (const value of ['https://user:word@shop.example/a.jpg', 'http://shop.example/a.jpg'])
      expect(refused(pictureAddress, value)).toEqual({ 'body.field': 'must_be_https' })
    expect(refused(secureAddress, 'https://shop.example?a=b')).toBeUndefined()
    expect(refused(secureAddress, 'https://localhost/')).toEqual({ 'body.field': 'must_be_https' })
  })
})

describe('a missing value', () => {
  it('is required, whatever its schema says of a wrong one', () => {
    for (const schema of [
      z.email('invalid_email'),
      z.enum(['a', 'b']),
      z.literal(['a'], 'invalid_value'),
      z.int('must_be_an_integer'),
    ])
      expect(refused(schema, undefined)).toEqual({ 'body.field': 'required' })
    expect(refused(z.email('invalid_email'), 'nobody')).toEqual({ 'body.field': 'invalid_email' })
    expect(refused(z.enum(['a', 'b']), 'c')).toEqual({ 'body.field': 'invalid_value' })
  })
})

it('a text that is too long is refused for that alone, and not searched for card numbers', () => {
  const { error } = freeText(20).safeParse('4111 1111 1111 1111 beside more')
  expect(error?.issues.map(({ message }) => message)).toEqual(['too_long'])
})
