import type { CredentialProblem } from '@kontor/contract/processors/processor.rules'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { ConnectedTag, ConnectedTags } from './connected-tag.tsx'

const { show } = stage()

it.each<[CredentialProblem | null, boolean, readonly string[], readonly string[]]>([
  [null, true, ['Active'], ['Active']],
  ['credential_refused', true, ['Connection does not work'], ['Active', 'Connection does not work']],
  ['incomplete', false, ['Inactive'], ['Inactive', 'Connection does not work']],
  // Its gateway was away for a moment.
  ['unreachable', true, ['Active'], ['Active']],
])('a processor whose last test says %s, active %s, is tagged %j in its list and %j in its head', async (...row) => {
  const [test_problem, active, inList, inHead] = row
  show(
    <>
      <div data-testid="list">
        <ConnectedTag of={{ active, test_problem }} />
      </div>
      <div data-testid="head">
        <ConnectedTags of={{ active, test_problem }} />
      </div>
    </>,
  )
  const tags = (name: string) => [...screen.getByTestId(name).children].map((each) => each.textContent)
  await screen.findByTestId('head')
  expect(tags('list')).toEqual(inList)
  expect(tags('head')).toEqual(inHead)
})
