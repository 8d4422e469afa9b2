import { createTerminalEndpoint } from '@kontor/contract/terminals/terminal.endpoints'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'

const CreateTerminal = lazy(() => import('./terminal.form.tsx').then((module) => ({ default: module.CreateTerminal })))

export function AddTerminal() {
  return (
    <AddButton do={createTerminalEndpoint}>{(opened, close) => opened && <CreateTerminal onClose={close} />}</AddButton>
  )
}
