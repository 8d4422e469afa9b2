import { card } from '@kontor/contract/customers/card.entity'
import { defineEndpoint } from '@kontor/contract/endpoint'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { anyone } from '@kontor/contract/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { stage } from '../../../../test/stage.tsx'
import { ChoiceField } from '../fields.tsx'
import { RecordForm } from '../record-form.tsx'
import { RelatedField } from './related-field.tsx'
import { RelatedSelect } from './related-select.tsx'

const { server, show } = stage()

const schemas = { body: z.strictObject({ card: z.string() }), reply: z.object({ id: z.string() }) }
const endpoint = defineEndpoint<typeof schemas>()({
  ...{ name: 'create-thing', method: 'POST', path: '/v1/thing', area: 'thing', summary: '', access: anyone },
  ...{ status: 201, changes: [] },
})

it('a field offers nothing that was found by the filter before', async () => {
  const late: (() => void)[] = []
  const asked: string[] = []
  server.mockImplementation(async (address) => {
    const customer = new URL(address, 'http://localhost').searchParams.get('customer') ?? ''
    asked.push(customer)
    if (customer === 'bea') await new Promise<void>((arrive) => late.push(arrive))
    return Response.json([{ id: `card-of-${customer}`, name: `Card of ${customer}` }])
  })
  show(<Form />, { roles: ['CUSTOMER_ALL'] })
  const field = () => screen.getByRole('combobox', { name: 'Card' })
  await waitFor(() => expect(field()).toHaveProperty('disabled', true))
  expect(asked).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'ada' }))
  fireEvent.click(field())
  await screen.findByRole('option', { name: 'Card of ada' })
  fireEvent.click(screen.getByRole('button', { name: 'bea' }))
  fireEvent.click(field())
  expect(screen.queryByRole('option', { name: 'Card of ada' })).toBe(null)
  await waitFor(() => expect(late.length).toBe(1))
  late[0]?.()
  await screen.findByRole('option', { name: 'Card of bea' })
})

it('a field says that nothing was found only once its rows have been read', async () => {
  let arrive = () => {}
  const read = new Promise<void>((resolve) => {
    arrive = resolve
  })
  server.mockImplementation(async () => {
    await read
    return Response.json([])
  })
  show(<Form />, { roles: ['CUSTOMER_ALL'] })
  fireEvent.click(await screen.findByRole('button', { name: 'ada' }))
  fireEvent.click(screen.getByRole('combobox', { name: 'Card' }))
  expect(await screen.findByText('Loading')).toBeTruthy()
  expect(screen.queryByText('Nothing found')).toBe(null)
  arrive()
  expect(await screen.findByText('Nothing found')).toBeTruthy()
})

function Form() {
  const [customer, setCustomer] = useState('')
  return (
    <RecordForm
      {...{ endpoint, body: schemas.body, title: 'Thing', verb: 'Save', opened: true, onClose: () => {} }}
      initial={{ card: '' }}
      onDone={() => {}}
    >
      {['ada', 'bea'].map((each) => (
        <button key={each} type="button" onClick={() => setCustomer(each)}>
          {each}
        </button>
      ))}
      <RelatedField
        name="card"
        label="Card"
        target={card}
        query={{ customer }}
        titleOf={({ name }) => String(name)}
        disabled={!customer}
      />
    </RecordForm>
  )
}

it('an empty field asks for a row by its label, and for a choice without it, which may be a question', async () => {
  const body = z.strictObject({ card: z.string().min(1, 'required'), kind: z.enum(['a', 'b']) })
  show(
    <RecordForm
      {...{ endpoint, body, title: 'Thing', verb: 'Save', opened: true, onClose: () => {} }}
      initial={{ card: '', kind: '' }}
      onDone={() => {}}
    >
      <RelatedField name="card" label="Card" target={card} />
      <ChoiceField name="kind" label="What do you want?" choices={['a', 'b']} />
    </RecordForm>,
    { roles: ['CUSTOMER_ALL'] },
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Select the card')).toBeTruthy()
  expect(screen.getByText('Make a choice')).toBeTruthy()
  expect(server).not.toHaveBeenCalledWith('/v1/thing', expect.anything())
})

it('rows are offered by their names, and the one whose whole name was typed comes first', async () => {
  const asked: URLSearchParams[] = []
  server.mockImplementation(async (address) => {
    asked.push(new URL(address, 'http://localhost').searchParams)
    return Response.json(['A Bloom', 'Bloom', 'Bloomers'].map((name) => ({ id: `id-${name}`, name })))
  })
  const select = { target: organisation, label: 'Organisation', value: '', onChange: () => {} }
  show(<RelatedSelect {...select} />, { roles: ['ORGANISATION_ALL'] })
  const field = await screen.findByRole('combobox', { name: 'Organisation' })
  fireEvent.click(field)
  const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  await screen.findByRole('option', { name: 'Bloom' })
  expect(offered()).toEqual(['A Bloom', 'Bloom', 'Bloomers'])
  expect(asked.at(-1)?.get('_sort')).toBe('name')
  // A change of a field without the focus is the browser's own.
  act(() => field.focus())
  fireEvent.change(field, { target: { value: 'bloom' } })
  await waitFor(() => expect(asked.at(-1)?.get('_search')).toBe('bloom'))
  await waitFor(() => expect(offered()).toEqual(['Bloom', 'A Bloom', 'Bloomers']))
})
