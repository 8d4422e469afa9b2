import { describe, expect, it } from 'vitest'
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

  it('is every test in the browser when what they share changed', () => {
    expect(touchedBy(['e2e/support/list.ts'], all).browser).toEqual(all)
  })

  it('is everything when another version of anything is installed', () => {
    expect(touchedBy(['package-lock.json'], all).everything).toBe(true)
  })

  it('leaves out what is gone', () => {
    expect(touchedBy(['tools/no-longer-there.ts'], all)).toEqual(nothing)
  })
})
