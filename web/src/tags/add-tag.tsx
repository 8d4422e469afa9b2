import { createTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { lazy } from 'react'
import { AddButton } from '../platform/list/add-button.tsx'

const CreateTag = lazy(() => import('./tag.form.tsx').then((module) => ({ default: module.CreateTag })))

export function AddTag() {
  return <AddButton do={createTagEndpoint}>{(opened, close) => opened && <CreateTag onClose={close} />}</AddButton>
}
