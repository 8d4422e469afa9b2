import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../tools/root.ts'
import { keptKinds, readKeptDays, usualDays } from './kept-days.ts'

function read(text: string) {
  const problems: string[] = []
  const days = readKeptDays(text, (problem) => problems.push(problem))
  return { days, problems }
}

it('days that are not named are the usual ones', () => {
  expect(read('')).toEqual({ days: usualDays, problems: [] })
  expect(read(' webhooks=30, exchanges = 62 ')).toEqual({
    days: { ...usualDays, webhooks: 30, exchanges: 62 },
    problems: [],
  })
})

it('what is wrong is said in words that help, and each kind has a bound', () => {
  expect(read('webhook=30').problems[0]).toContain('"webhook" is none of exchanges, decisions')
  expect(read('webhooks').problems).toEqual(['"webhooks" must be a kind and its days, such as webhooks=30'])
  expect(read('webhooks=30,webhooks=40').problems).toEqual(['webhooks stands there twice'])
  expect(read('orders=539,notifications=1').problems).toEqual([
    'orders must be at least 540 days',
    'notifications must be at least 540 days',
  ])
  for (const { days, least } of Object.values(keptKinds)) expect(days).toBeGreaterThanOrEqual(least)
})

it('the page on operating has each kind with its days', () => {
  const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` +\|.*\| (\d+) +\| (\d+) +\|$/gm)].map(([, kind, days, least]) => [
    kind,
    Number(days),
    Number(least),
  ])
  expect(rows).toEqual(Object.entries(keptKinds).map(([kind, { days, least }]) => [kind, days, least]))
})
