import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const contract = fileURLToPath(new URL('../../../contract/src/', import.meta.url))

/** Signing in and paying on the page of a link are many short transactions, and no command that gets one. */
const byRoles = ({ access }: Endpoint): boolean => typeof access !== 'string'
/** One function serves the schemes of every type. */
const commandOf = (name: string): string => name.replace(/-(revenue|cost|reserve|partner)-scheme/, '-scheme')
const commands = endpoints
  .filter((endpoint) => endpoint.method !== 'GET' && byRoles(endpoint))
  .map(({ name }) => commandOf(name))
  .filter((name, at, all) => all.indexOf(name) === at)
  .sort()

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
const functionOf = (command: string): string => command.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The missing parts of a command: its file, its function, or its name in the contract. */
function missing(command: string, constants: readonly string[]): string[] {
  const own = files.filter((file) => basename(file) === `${command}.ts`)
  const exported = new RegExp(`^export (async function|function|const) ${functionOf(command)}\\b`, 'm')
  return [
    ...(own.length === 1 ? [] : [`${own.length} files ${command}.ts`]),
    ...(own.some((file) => exported.test(readFileSync(join(source, file), 'utf8')))
      ? []
      : [`no ${functionOf(command)}`]),
    ...(constants.includes(`${functionOf(command)}Endpoint`) ? [] : [`no ${functionOf(command)}Endpoint`]),
  ]
}

describe('a command', () => {
  const constants = readdirSync(contract, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.endpoints.ts'))
    .flatMap((file) => [...readFileSync(join(contract, file), 'utf8').matchAll(/^export const (\w+)/gm)])
    .map(([, name = '']) => name)

  it('is one function in the file of its name, and its endpoint is called like it', () => {
    const wrong = commands.flatMap((command) => missing(command, constants).map((what) => `${command}: ${what}`))
    expect(wrong).toEqual([])
  })

  it('takes what it needs in one order: trx, actor, id, input, now, then services', () => {
    const wrong = commands.flatMap((command) => {
      const found = parameters(command)
      const order = found.map(placeOf)
      const isInOrder = order.every((place, index) => place >= 0 && place > (order[index - 1] ?? -1))
      return isInOrder ? [] : [`${command}(${found.join(', ')})`]
    })
    expect(wrong).toEqual([])
  })
})

const services = [
  'masterKey: string',
  'tell: Tell',
  'mails: LinkMails',
  'warning: Warning',
  'house: House',
  'caches: Caches',
  'sources: Sources',
  'installed: Installed',
  'services: BacktestServices',
]
const places = [['trx: Trx'], ['actor: Actor'], ['id: string'], [], ['now: Date'], services]
const input = 3

/** An input is an object: what is named alone has a place of its own, or none. */
function placeOf(parameter: string): number {
  const place = places.findIndex((known) => known.includes(parameter))
  return place >= 0 || /: (string|number|boolean|Date)$/.test(parameter) ? place : input
}

function parameters(command: string): string[] {
  const file = files.find((each) => basename(each) === `${command}.ts`)
  const code = file ? readFileSync(join(source, file), 'utf8') : ''
  const [head = ''] = new RegExp(`^export .*\\b${functionOf(command)}\\b[^(]*\\(`, 'm').exec(code) ?? []
  const found = ['']
  let depth = 0
  for (const char of code.slice(code.indexOf(head) + head.length)) {
    if (char === ')' && depth === 0) break
    if ('({[<'.includes(char)) depth += 1
    if (')}]>'.includes(char)) depth -= 1
    if (char === ',' && depth === 0) found.push('')
    else found.push(found.pop() + char)
  }
  return found.map((each) => each.trim().replaceAll(/\s+/g, ' ')).filter((each) => each !== '')
}
