import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { touchedBy } from './changed.ts'

const all = ['checkout', 'frame', 'lists', 'refund', 'signing-in', 'scheduled', 'subscriptions', 'webhooks'].map(
  (name) => `e2e/${name}.e2e.ts`,
)
const always = all.slice(0, 5)

const nothing = { everything: false, sources: [], browser: [] }

describe('what a change touches', () => {
  it('is nothing where no program changed', () => {
    expect(touchedBy(['README.md', 'docs/glossary.md'], all)).toEqual(nothing)
  })

  it('is the tests that import it, those of the whole server, and in the browser those of its words', () => {
    const { sources, browser } = touchedBy(['server/src/app.ts', 'web/src/subscriptions/plan.panel.tsx'], all)
    expect(sources).toContain('server/src/app.ts')
    expect(sources).toContain('server/test/server-process.ts')
    expect(browser).toEqual([...always, 'e2e/subscriptions.e2e.ts'])
  })

  it('is what reads a file that nothing imports', () => {
    expect(touchedBy(['web/public/locales/nl/fields.json'], all).sources).toEqual([
      'web/src/platform/translations.test.ts',
    ])
    expect(touchedBy(['server/src/migrations/0099-new.sql'], all).sources).toContain('server/src/migrate.ts')
  })

  it('is a test that was changed itself, and no other', () => {
    expect(touchedBy(['e2e/webhooks.e2e.ts'], all)).toEqual({ ...nothing, browser: ['e2e/webhooks.e2e.ts'] })
    expect(touchedBy(['tools/testing/changed.test.ts'], all)).toEqual({
      ...nothing,
      sources: ['tools/testing/changed.test.ts'],
    })
  })

  it.each(['e2e/support/list.ts', 'tools/run/stack.ts', 'tools/run/web-build.ts'])(
    'is every test in the browser when what they share changed: %s',
    (file) => {
      expect(existsSync(join(root, file))).toBe(true)
      expect(touchedBy([file], all).browser).toEqual(all)
    },
  )

  it.each(['package-lock.json', 'vitest.config.ts', 'tools/testing/test-cluster.ts'])(
    'is everything when what all tests stand on changed: %s',
    (file) => {
      expect(existsSync(join(root, file))).toBe(true)
      expect(touchedBy([file], all).everything).toBe(true)
    },
  )

  it('leaves out what is gone', () => {
    expect(touchedBy(['tools/no-longer-there.ts'], all)).toEqual(nothing)
  })
})
