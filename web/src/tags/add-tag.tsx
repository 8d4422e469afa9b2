import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { createTagEndpoint } from '@kontor/contract/tags/tag.endpoints'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { draftName, useHasDraft } from '../platform/form/use-draft.ts'
import { IfMay } from '../platform/if-may.tsx'
import { useOwnOrganisation } from '../platform/own-organisation.ts'

const CreateTag = lazy(() => import('./tag.form.tsx').then((module) => ({ default: module.CreateTag })))

/** A user who views all merchants must choose the merchant of the new tag. */
export function AddTag() {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const [opened, setOpened] = useState(useHasDraft(draftName(createTagEndpoint)))
  return (
    <IfMay do={createTagEndpoint} choosing={own ? [] : [organisation]}>
      <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setOpened(true)}>
        {t('tags.create')}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <CreateTag onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </IfMay>
  )
}
