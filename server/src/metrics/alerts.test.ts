import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startTestApp, type TestApp } from '../../test/harness.ts'
import { collectMetrics, type Metrics } from './metrics.ts'

const file = (name: string) => readFileSync(new URL(`../../../deploy/monitoring/${name}`, import.meta.url), 'utf8')
const rules: { alert: string; expr: string; annotations: Record<string, string> }[] = parse(file('alerts.yaml'))
  .groups[0].rules
const panels: { title: string; targets: { expr: string }[] }[] = JSON.parse(file('dashboard.json')).panels

const expressions: [string, string][] = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
]

let kontor: TestApp
let metrics: Metrics
/** The labels of each metric, by the name under which it is asked for. */
let known: Map<string, readonly string[]>

beforeAll(async () => {
  kontor = await startTestApp()
  metrics = collectMetrics({
    databases: kontor.databases,
    providerUrl: kontor.database.providerUrl,
    version: '1',
    schema: '1',
    isReady: async () => true,
  })
  known = new Map([['up', ['job', 'instance']]])
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const { name, labelNames = [], type } = metric as unknown as { name: string; labelNames?: string[]; type?: string }
    const isHistogram = 'buckets' in metric || type === 'histogram'
    const labels = [...labelNames, 'job', 'instance']
    for (const ending of isHistogram ? ['_count', '_sum'] : ['']) known.set(name + ending, labels)
    if (isHistogram) known.set(`${name}_bucket`, [...labels, 'le'])
  }
}, 60_000)
afterAll(async () => {
  metrics.stop()
  await kontor.stop()
})

describe('every expression of an alert or of the dashboard', () => {
  it.each(expressions)('%s: names metrics and labels that there are: %s', (_, expression) => {
    const names: string[] = []
    const labels: string[] = []
    const faults: string[] = []
    parser.parse(expression).iterate({
      enter({ type, from, to }) {
        const text = expression.slice(from, to)
        if (type.isError) faults.push(text || `at ${from}`)
        if (type.name === 'Identifier') names.push(text)
        if (type.name === 'LabelName') labels.push(text)
      },
    })
    expect(faults).toEqual([])
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !known.has(name))).toEqual([])
    const allowed = names.flatMap((name) => known.get(name) ?? [])
    expect(labels.filter((label) => !allowed.includes(label))).toEqual([])
  })
})

it('every metric of Kontor’s own is in an alert or on the dashboard, but for facts that are looked up', () => {
  const text = expressions.map(([, expression]) => expression).join('\n')
  const own = metrics.registry.getMetricsAsArray().map(({ name }) => name)
  const unused = own.filter((name) => name.startsWith('kontor_') && !text.includes(name))
  expect(unused.sort()).toEqual([
    'kontor_build_info',
    'kontor_http_requests_in_flight',
    'kontor_payments_unknown_oldest_seconds',
    'kontor_statistics_checked_timestamp_seconds',
    'kontor_webhook_addresses_switched_off',
  ])
})

it('every alert says what it means and what to do', () => {
  for (const { alert, annotations } of rules)
    expect([alert, Boolean(annotations['summary'] && annotations['action'])]).toEqual([alert, true])
})
