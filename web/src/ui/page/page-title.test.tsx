import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { usePageTitle } from './page-title.ts'

afterEach(cleanup)

it('names the document after the innermost part on screen, and after the one around it when that closes', () => {
  const { rerender, unmount } = render(<Page panel="Transaction A-1" />)
  expect(document.title).toBe('Transaction A-1 – Kontor')
  rerender(<Page panel={undefined} />)
  expect(document.title).toBe('Transactions – Kontor')
  unmount()
  expect(document.title).toBe('Kontor')
})

function Page({ panel }: { panel: string | undefined }) {
  return (
    <>
      <Part title="Transactions" />
      {panel && <Part title={panel} />}
    </>
  )
}

function Part({ title }: { title: string }) {
  usePageTitle(title)
  return title
}
