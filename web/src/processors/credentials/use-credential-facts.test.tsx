import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { useCredentialFacts } from './use-credential-facts.tsx'

const { show } = stage()

const untested = {
  account: null,
  changed_at: null,
  changed_by: null,
  tested_at: null,
  test_problem: null,
  test_field: null,
}

function Facts({ changed_at }: { changed_at: string | null }) {
  return <FieldList fields={useCredentialFacts({ ...untested, changed_at }, '2026-11-01T10:00:00.000Z')} />
}

it('a credential that nobody has tested says so, and since when it waits: its last change, or when it was added', async () => {
  show(
    <>
      <Facts changed_at={null} />
      <Facts changed_at="2026-11-20T10:00:00.000Z" />
    </>,
  )
  const said = await screen.findAllByText(/^Never tested, filled in on/)
  expect(said.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/on .*Nov 1\b|on .*1 Nov|on .*11\/1\//),
    expect.stringMatching(/on .*Nov 20\b|on .*20 Nov|on .*11\/20\//),
  ])
})
