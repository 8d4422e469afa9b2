import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { ThreeDSecureSummary } from './three-d-secure-results.tsx'

const { server, show } = stage()

const none = { authenticated: 0, challenged: 0, failed: 0, abandoned: 0, not_honoured: 0, impossible: 0, blocked: 0 }

test.each([
  [{ asked: 2, open: 2, approved: 0 }, 'still open'],
  [{ asked: 3, open: 1, approved: 1 }, '50% approved'],
])('the outcome of 3-D Secure says what has ended, and no share of nothing', async (figures, text) => {
  const reply = [{ ...none, ...figures, ruleset: 'r1', hits: figures.asked, processors: [] }]
  server.mockResolvedValue(Response.json(reply))
  // The cast is safe: nothing else of the row is read.
  show(<ThreeDSecureSummary of={{ id: 'r1', action: '3dSecure' } as never} />)
  expect(await screen.findByText(text)).toBeTruthy()
})
