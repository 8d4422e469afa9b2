import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../../tools/root.ts'
import { commandNames, commandVariables } from '../../src/commands/kontor.ts'
import { secretVariables } from '../../src/platform/environment.ts'

const textOf = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
const known = new Set([...commandVariables, ...secretVariables.map((name) => `${name}_FILE`)])
/** Requests under way get fifteen seconds after the drain, and work in hand as long again. */
const secondsBeyondTheDrain = 30

describe('the image', () => {
  const text = textOf('image/Dockerfile')
  const copied = [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, words = '']) =>
    words.split(' ').slice(0, -1),
  )

  it('has a Dockerfile without a fault', () => {
    expect(validate(text)).toEqual([])
  })

  it('takes what exists, and no tests', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const left = textOf('image/Dockerfile.dockerignore').split('\n')
    expect(left).toEqual(expect.arrayContaining(['.git', 'data', 'server/test', 'server/src/**/*.test.ts']))
  })

  it('runs as somebody without rights, by the Node of development', () => {
    expect(text).toMatch(/^USER 10001:10001$/m)
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(text).toContain(`ARG NODE=${devDependencies.node}\n`)
  })

  it('needs no embedded PostgreSQL among the packages of the server', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const { dependencies, optionalDependencies = {} } = lock.packages.server
    expect(Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => /postgres/.test(name))).toEqual(
      [],
    )
  })
})

describe('the compose file', () => {
  const compose = parse(textOf('compose/compose.yaml'), { merge: true })
  const ours = Object.entries<Record<string, unknown>>(compose.services).filter(([name]) => name !== 'database')

  it('follows the specification of compose files', () => {
    // An order of keys is a matter of taste, and the kind of quotes one of our formatter.
    const rules = { 'service-keys-order': 0, 'top-level-properties-order': 0, 'require-quotes-in-ports': 0 } as const
    const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] })
    const results: { messages: unknown[] }[] = linter.lintFiles([join(root, 'deploy/compose/compose.yaml')], false)
    expect(results.map(({ messages }) => messages)).toEqual([[]])
  })

  it.each(ours)('runs %s by a command of kontor, on a read-only root and without rights', (_, service) => {
    expect(commandNames).toContain((service['command'] as string[])[0])
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], user: '10001:10001' })
    expect(Number.parseInt(String(service['stop_grace_period']), 10)).toBeGreaterThanOrEqual(5 + secondsBeyondTheDrain)
    expect(Object.keys(service['environment'] as object).filter((name) => !known.has(name))).toEqual([])
  })
})

interface Pod {
  securityContext: { runAsNonRoot: boolean }
  terminationGracePeriodSeconds?: number
  containers: { args: string[]; securityContext: object; readinessProbe?: Probe; livenessProbe?: Probe }[]
  volumes: { secret: { items?: { key: string }[] } }[]
}
type Probe = { httpGet: { path: string } }

describe('the manifests for Kubernetes', () => {
  const { items } = parse(textOf('kubernetes/kontor.yaml'))
  const settings = items.find(({ kind }: { kind: string }) => kind === 'ConfigMap').data
  const workloads: { kind: string; metadata: { name: string }; spec: { template: { spec: Pod } } }[] = items.filter(
    ({ spec }: { spec?: { template?: unknown } }) => spec?.template,
  )

  it('set only what a command reads', () => {
    expect(Object.keys(settings).filter((name) => !known.has(name))).toEqual([])
  })

  it.each(workloads)('run $metadata.name without rights, and let it end its work', ({ kind, spec }) => {
    const pod = spec.template.spec
    const [container] = pod.containers
    expect(commandNames).toContain(container?.args[0])
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(container?.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    if (kind !== 'Deployment') return
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(settings.KONTOR_DRAIN_SECONDS) + secondsBeyondTheDrain,
    )
    expect(container?.readinessProbe?.httpGet.path).toBe('/readyz')
    expect(container?.livenessProbe?.httpGet.path).toBe('/livez')
    const mounted = pod.volumes.flatMap((volume) => volume.secret.items ?? [])
    expect(mounted.map(({ key }) => key)).not.toContain('owner.url')
  })
})

describe('the units of systemd', () => {
  it.each(['kontor-serve.service', 'kontor-work@.service'])(
    '%s runs a command of kontor as nobody in particular',
    (file) => {
      const lines = textOf(`systemd/${file}`).split('\n')
      const command = lines
        .find((line) => line.startsWith('ExecStart='))
        ?.split(' ')
        .at(-1)
      expect(commandNames).toContain(command)
      expect(lines).toEqual(
        expect.arrayContaining(['DynamicUser=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=']),
      )
      const wait = lines.find((line) => line.startsWith('TimeoutStopSec='))?.split('=')[1]
      expect(Number(wait)).toBeGreaterThanOrEqual(5 + secondsBeyondTheDrain)
      const set = lines.filter((line) => line.startsWith('Environment=')).flatMap((line) => line.slice(12).split(' '))
      expect(set.map((pair) => pair.split('=')[0] ?? '').filter((name) => !known.has(name))).toEqual([])
    },
  )

  it('their settings are ones that a command reads', () => {
    const names = [...textOf('systemd/kontor.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })
})
