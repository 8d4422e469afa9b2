import { IconUpload } from '@tabler/icons-react'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { stage } from '../../test/stage.tsx'
import { ChooseFiles } from './choose-files.tsx'

const { show } = stage()

it('takes the same file again: once it is chosen, the browser has forgotten it', async () => {
  const onChosen = vi.fn()
  show(
    <ChooseFiles accept=".csv" icon={IconUpload} isBusy={false} onChosen={onChosen}>
      Add
    </ChooseFiles>,
  )
  await screen.findByRole('button', { name: 'Add' })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is no field for a file')
  const emptied = vi.spyOn(input, 'value', 'set')
  const file = new File(['a'], 'a.csv')
  fireEvent.change(input, { target: { files: [file] } })
  expect(onChosen).toHaveBeenCalledWith([file])
  expect(emptied).toHaveBeenCalledWith('')
})
