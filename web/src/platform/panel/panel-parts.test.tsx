import { IconArrowBackUp } from '@tabler/icons-react'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { stage } from '../../../test/stage.tsx'
import { FieldList, FoldedFields } from '../../ui/field-list.tsx'
import { ActionBar } from './action-bar.tsx'
import { ActionButton } from './action-button.tsx'

const { show } = stage()

test('empty fields of several lists are shown by one button, and hidden again', async () => {
  show(
    <FoldedFields>
      <FieldList
        fields={[
          ['Name', 'Ada'],
          ['Fax', null],
        ]}
      />
      <FieldList fields={[['Region', '']]} />
    </FoldedFields>,
  )
  expect(await screen.findByText('Ada')).toBeTruthy()
  expect(screen.queryByText('Fax')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show all (2 empty fields)' }))
  expect(screen.getByText('Fax')).toBeTruthy()
  expect(screen.getByText('Region')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Hide empty fields' }))
  expect(screen.queryByText('Region')).toBeNull()
})

test('a list without empty fields has no button', async () => {
  show(<FieldList fields={[['Refunds', 0]]} />)
  expect(await screen.findByText('0')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an action that is not possible is in the menu with its reason, until it is possible', async () => {
  const refund = vi.fn()
  show(<CapturedLater onRefund={refund} />)
  const dots = await screen.findByRole('button', { name: 'Not possible now' })
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull()
  fireEvent.click(dots)
  const item = await screen.findByRole('menuitem', { name: /Refund/ })
  expect(item.textContent).toContain('Nothing was captured')
  fireEvent.click(item)
  expect(refund).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Capture'))
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  expect(refund).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Not possible now' })).toBeNull()
})

function CapturedLater({ onRefund }: { onRefund: () => void }) {
  const [reason, setReason] = useState<string | undefined>('Nothing was captured')
  return (
    <>
      <button type="button" onClick={() => setReason(undefined)}>
        Capture
      </button>
      <ActionBar>
        <ActionButton icon={IconArrowBackUp} label="Refund" isPrimary reason={reason} onClick={onRefund} />
      </ActionBar>
    </>
  )
}
