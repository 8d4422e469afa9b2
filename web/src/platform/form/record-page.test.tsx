import { defineEndpoint } from '@kontor/contract/endpoint'
import { formatQueryString, parseQueryString } from '@kontor/contract/lists/query-string'
import { refund } from '@kontor/contract/payments/refund.entity'
import { anyone } from '@kontor/contract/roles'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { stage } from '../../../test/stage.tsx'
import { FilterBar } from '../list/filters/filter-bar.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { useRecordForm } from './record-form.tsx'
import { RecordPage } from './record-page.tsx'

const { server, show } = stage()
// The editor of a filter takes long to load on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

const schemas = { body: z.strictObject({ filters: z.string() }), reply: z.object({ id: z.string() }) }
const endpoint = defineEndpoint<typeof schemas>()({
  ...{ name: 'create-thing', method: 'POST', path: '/v1/thing', area: 'thing', summary: '', access: anyone },
  ...{ status: 201, changes: ['report'] },
})

function Filters() {
  const { form } = useRecordForm()
  const search = parseQueryString(String(form.values['filters']))
  const onChange = (next: typeof search) => form.setFieldValue('filters', formatQueryString(next))
  return (
    <>
      <FilterBar entity={refund} search={search} onChange={onChange} />
      <SearchBox entity={refund} search={search} onChange={onChange} />
      <output>{String(form.values['filters'])}</output>
    </>
  )
}

it('is not sent by a filter in it that is applied, nor by Enter in its search box, which searches at once', async () => {
  server.mockImplementation(async () => Response.json([]))
  show(
    <RecordPage
      endpoint={endpoint}
      body={schemas.body}
      verb="Create"
      onClose={() => {}}
      initial={{ filters: 'status[]=PENDING' }}
    >
      <Filters />
    </RecordPage>,
  )
  fireEvent.click(await screen.findByTitle('Edit filter Status'))
  fireEvent.click(await screen.findByText('Failed'))
  fireEvent.click(screen.getByText('Apply'))
  const now = document.querySelector('output')
  await waitFor(() => expect(now?.textContent).toContain('FAILED'))

  const box = screen.getByPlaceholderText('Search')
  fireEvent.change(box, { target: { value: 'tulip' } })
  // A browser sends the form of a field after Enter, unless somebody says no.
  expect(fireEvent.keyDown(box, { key: 'Enter' })).toBe(false)
  expect(now?.textContent).toContain('_search=tulip')
  expect(server.mock.calls.filter(([, init]) => init.method === 'POST')).toEqual([])
}, 120_000)
