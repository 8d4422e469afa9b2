import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { ScreensContext } from '../../platform/screen/use-screen.ts'
import { RecentHits } from './recent-hits.tsx'

const { show } = stage()

test.each([
  ['tag', true],
  ['block', false],
] as const)(
  'the recent hits of a ruleset that does %s open as many payments of all merchants',
  async (action, isTagged) => {
    show(
      <ScreensContext value={[{ route: '/psp/transactions' } as never]}>
        <RecentHits of={{ id: 'r1', action, recent_hits: 3 }} />
      </ScreensContext>,
      { psp: true, merchant: null },
    )
    const link = await screen.findByRole('link', { name: '3' })
    expect(link.getAttribute('href')).toContain('/psp/transactions?rulesets=r1')
    expect(/[?&]tagged=(%22)?true/.test(String(link.getAttribute('href')))).toBe(isTagged)
  },
)
