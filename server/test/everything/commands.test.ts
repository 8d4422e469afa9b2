import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { describe, expect, it } from 'vitest'

/** Commands that do not stand in a file of their own, each with the reason. */
const together: Readonly<Record<string, string>> = {
  'untag-transaction': 'the counterpart of tag-transaction, on the same rows: payments/tag-transaction.ts',
  'create-api-key': 'the keys of a merchant: organisations/api-keys.ts',
  'rotate-api-key': 'the keys of a merchant: organisations/api-keys.ts',
  'revoke-api-key': 'the keys of a merchant: organisations/api-keys.ts',
}

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const contract = fileURLToPath(new URL('../../../contract/src/', import.meta.url))

/** Signing in and paying on the page of a link are many short transactions, and no command that gets one. */
const byRoles = ({ access }: Endpoint): boolean => typeof access !== 'string'
const commands = endpoints
  .filter((endpoint) => endpoint.method !== 'GET' && byRoles(endpoint))
  .map(({ name }) => name)
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
    const wrong = commands
      .filter((command) => together[command] === undefined)
      .flatMap((command) => missing(command, constants).map((what) => `${command}: ${what}`))
    expect(wrong).toEqual([])
  })

  it('that shares its file does so for a reason that still holds', () => {
    const unneeded = Object.keys(together).filter(
      (command) => !commands.includes(command) || missing(command, constants).length === 0,
    )
    expect(unneeded).toEqual([])
  })
})
