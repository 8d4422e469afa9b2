import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { stage } from '../../../../test/stage.tsx'
import type { ShownScreen } from '../../../platform/screen/screen.ts'
import { ScreensOfContext } from '../../../platform/screen/use-screen.ts'
import { AccessPreview, type AccessPreviewProps } from './access-preview.tsx'

const { server, show } = stage()

const list = (entity: string, count: number | null, state = 'counted') => ({ entity, count, state })
const access = (given: object) => ({
  ...{ psp: false, roles: [], merchant: 'm1', organisation: 'm1', modules: [], actions: [], lists: [] },
  ...given,
})
const screenOf = (route: string, label: string) => ({ kind: 'list', route, label }) as unknown as ShownScreen
/** The navigation of this test: a screen for each role. */
const screensOf = ({ roles }: { roles: readonly string[] }) => [
  ...(roles.includes('TAG_LIST') ? [screenOf('/tags', 'tags')] : []),
  ...(roles.includes('REFUND_LIST') ? [screenOf('/refunds', 'refunds')] : []),
]
const answer = (reply: object) => server.mockImplementation(async () => Response.json(reply))
const sent = () => server.mock.calls.map(([address, init]) => [address, JSON.parse(String(init.body))])
const preview = (props: AccessPreviewProps) =>
  show(
    <ScreensOfContext value={screensOf}>
      <AccessPreview {...props} />
    </ScreensOfContext>,
  )
const part = (name: RegExp) => within(screen.getByRole('region', { name }))
const items = (name: RegExp) =>
  part(name)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.trim())

const ofMerchant = { roles: ['TAG_LIST'], organisation: 'o1', kind: 'merchant' } as const

describe('the preview of access', () => {
  it('shows the lists with their rows, the screens of the navigation and the actions in words', async () => {
    answer({
      draft: access({ roles: ['TAG_LIST'], actions: ['create-tag'], lists: [list('tag', 1234)] }),
      today: null,
    })
    preview({ draft: ofMerchant })
    await screen.findByRole('region', { name: '1 list' })
    expect(screen.getByRole('row', { name: /Tags 1,234/ })).toBeTruthy()
    expect(items(/1 screen/)).toEqual(['Tags'])
    expect(items(/1 action/)).toEqual(['Create a tag'])
    expect(screen.queryByText(/access as now|parts? (is|are) added/)).toBeNull()
    expect(sent()).toEqual([['/v1/user/preview-access', { draft: { roles: ['TAG_LIST'], organisation: 'o1' } }]])
  })

  it('of staff tells the screens of the provider from those of a merchant in view, which may have the same name', async () => {
    answer({ draft: access({ psp: true, roles: ['TAG_LIST', 'REFUND_LIST'] }), today: null })
    const both = () => [screenOf('/psp/tags', 'tags'), screenOf('/tags', 'tags')]
    show(
      <ScreensOfContext value={both}>
        <AccessPreview draft={{ roles: ['TAG_LIST'], organisation: null, kind: 'provider' }} />
      </ScreensOfContext>,
    )
    const shown = (await screen.findByRole('region', { name: /2 screens/ })).textContent
    expect(shown).toBe('2 screensTags While viewing a merchant:Tags ')
  })

  it('is of the parts of the product that the person has, whatever the viewer has', async () => {
    answer({ draft: access({ modules: ['subscriptions'] }), today: null })
    const ofParts = ({ modules }: { modules: readonly string[] }) => [
      ...(modules.includes('terminals') ? [screenOf('/terminals', 'terminals')] : []),
      ...(modules.includes('subscriptions') ? [screenOf('/subscriptions/plans', 'plans')] : []),
    ]
    show(
      <ScreensOfContext value={ofParts}>
        <AccessPreview draft={ofMerchant} />
      </ScreensOfContext>,
    )
    await screen.findByRole('region', { name: '1 screen' })
    expect(items(/1 screen/)).toEqual(['Plans'])
  })

  it('says what comes and what goes, beside today', async () => {
    answer({
      draft: access({ roles: ['REFUND_LIST'], actions: [], lists: [list('refund', 5)] }),
      today: access({ roles: ['TAG_LIST'], actions: ['create-tag'], lists: [list('tag', 3)] }),
    })
    preview({ draft: ofMerchant, user: 'u9' })
    await screen.findByText('Access to 2 more parts. No longer access to 3 parts.')
    expect(screen.getByRole('row', { name: /Refunds new – 5/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Tags goes 3 –/ })).toBeTruthy()
    expect(items(/1 screen/)).toEqual(['Refunds new', 'Tags goes'])
    expect(items(/0 actions/)).toEqual(['Create a tag goes'])
    expect(sent()[0]?.[1]).toMatchObject({ user: 'u9' })
  })

  it('says that nothing changes, and names a list without a count with the reason', async () => {
    const same = access({ roles: ['TAG_LIST'], lists: [list('tag', null, 'hidden'), list('plan', null, 'slow')] })
    answer({ draft: same, today: same })
    preview({ draft: ofMerchant, user: 'u9' })
    await screen.findByText('Exactly the same access as now.')
    expect(screen.getByRole('row', { name: /Tags You may not see it yourself/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Too many to count quickly/ })).toBeTruthy()
  })

  it('of a user without a draft is what the user has, with nothing to compare', async () => {
    const same = access({ roles: ['TAG_LIST'], lists: [list('tag', 7)] })
    answer({ draft: same, today: same })
    preview({ draft: { organisation: null, kind: 'merchant' }, user: 'u9' })
    await screen.findByRole('row', { name: /^Tags 7$/ })
    expect(screen.queryByText('Exactly the same access as now.')).toBeNull()
    expect(sent()[0]?.[1]).toEqual({ user: 'u9' })
  })

  it('of the provider’s staff asks for no place', async () => {
    answer({ draft: access({ psp: true, merchant: null, organisation: null }), today: null })
    preview({ draft: { roles: ['PSP_ALL'], organisation: null, kind: 'provider' } })
    await screen.findByRole('region', { name: '0 lists' })
    expect(sent()).toEqual([['/v1/psp/user/preview-access', { draft: { roles: ['PSP_ALL'] } }]])
  })

  it('of a draft at no merchant waits until the provider’s staff have chosen one', async () => {
    const props = { draft: { roles: ['TAG_LIST'], organisation: null, kind: 'merchant' } } as const
    show(<AccessPreview {...props} />, { psp: true, merchant: null })
    expect(await screen.findByText(/^Choose an organisation first/)).toBeTruthy()
    expect(server.mock.calls).toEqual([])
  })

  it('is asked anew when the draft changes, and keeps the former answer on screen meanwhile', async () => {
    answer({ draft: access({ lists: [list('tag', 1)] }), today: null })
    show(<Changing />)
    await screen.findByRole('region', { name: '1 list' })
    answer({ draft: access({ lists: [list('tag', 1), list('refund', 2)] }), today: null })
    fireEvent.click(screen.getByRole('button', { name: 'more' }))
    expect(screen.getByRole('region', { name: '1 list' })).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('region', { name: '2 lists' })).toBeTruthy(), { timeout: 10_000 })
  })
})

function Changing() {
  const [roles, setRoles] = useState<AccessPreviewProps['draft']['roles']>(['TAG_LIST'])
  return (
    <>
      <button type="button" onClick={() => setRoles(['TAG_LIST', 'REFUND_LIST'])}>
        more
      </button>
      <AccessPreview draft={{ ...ofMerchant, roles: roles ?? [] }} />
    </>
  )
}
